# Targets: build, demo, test, bench, fuzz, record, generate, clean.

export CGO_ENABLED = 0
GO ?= go
BIN := bin
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
# What the tests compare with, and what the benchmarks measure against.
TOOLS := bash git coreutils grep sed findutils diffutils tar gzip gawk mawk capnproto bc dc patch bzip2 xz-utils zstd zip unzip cpio xxd bsdextrautils file tree jq gettext-base ripgrep uuid-runtime binutils time

.PHONY: package lambda-local sam-check all build demo serve test test-race bench fuzz property soak record generate check-generated tools vet clean

all: build

# The three binaries: the host and command line, the worker, the S3 server.
build:
	$(GO) build -trimpath -ldflags='-s -w' -o $(BIN)/capshell ./functions/local
	$(GO) build -trimpath -ldflags='-s -w' -o $(BIN)/capshell-worker ./shellworker/capshell-worker
	$(GO) build -trimpath -ldflags='-s -w' -o $(BIN)/capshell-s3d ./functions/s3d

demo: build
	$(BIN)/capshell demo

serve: build
	$(BIN)/capshell serve

# The functions' zips, for both processors, in dist/.
package:
	$(GO) run ./functions/package

# What template.yaml deploys, on loopback: API Gateway, both functions, S3.
lambda-local: build package
	$(GO) run ./functions/lambdalocal

# The template against AWS's published resource schemas, and our own rules.
sam-check:
	@command -v npm >/dev/null || { echo "sam-check: Node.js and npm are needed"; exit 1; }
	cd functions/samcheck && npm ci --silent --no-audit --no-fund && node samcheck.cjs ../../template.yaml

# Everything that must hold before a change lands.
test: tools build vet check-generated sam-check
	$(GO) test ./...

vet:
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

test-race:
	CGO_ENABLED=1 $(GO) test -race ./hoststore/... ./rpc/... ./shellworker/wsfs/... ./shellworker/interp/... ./functions/...

# The tools that the tests need, where they are missing.
tools:
	@missing=; for p in $(TOOLS); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "installing$$missing"; \
	  SUDO=; [ "$$(id -u)" = 0 ] || SUDO=sudo; \
	  $$SUDO apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$SUDO apt-get install -y -qq $$missing >/dev/null; fi

# Go from the Cap'n Proto schema; `check-generated` fails where it differs.
generate:
	$(GO) build -o $(BIN)/capnpc-go capnproto.org/go/capnp/v3/capnpc-go
	cd schema && PATH="$(CURDIR)/$(BIN):$$PATH" $(GO) generate .

check-generated: tools
	@cp schema/workspace.capnp.go $(BIN)/workspace.capnp.go.before; \
	$(MAKE) -s generate; \
	cmp schema/workspace.capnp.go $(BIN)/workspace.capnp.go.before || { echo 'schema/workspace.capnp.go is not what `make generate` makes'; exit 1; }

# What the real bash and GNU tools answer to the conformance cases.
record: tools
	CAPSHELL_RECORD=1 $(GO) test -count=1 ./shellworker/...

bench: tools build package
	$(GO) build -o $(BIN)/lambdalocal ./functions/lambdalocal
	$(GO) run ./bench

# Longer runs than the tests have time for.
FUZZTIME ?= 60s
fuzz:
	@$(GO) list ./... | while read p; do \
	  for f in $$($(GO) test -list '^Fuzz' $$p 2>/dev/null | grep '^Fuzz'); do \
	    echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p || exit 1; done; done

# Scripts made from a grammar, here and in the machine's bash: about 1,000 a
# second. SEED repeats a run.
PROPERTY ?= 50000
property: tools
	CAPSHELL_PROPERTY=$(PROPERTY) CAPSHELL_SEED=$(SEED) $(GO) test -count=1 -v -timeout 0 -run '^TestGrammar$$' ./shellworker/interp

soak: build
	CAPSHELL_SOAK=1 $(GO) test -count=1 -timeout 60m ./...

clean:
	rm -rf $(BIN) dist
