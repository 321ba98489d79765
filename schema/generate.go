// Package schema is the Cap'n Proto schema of the session between host and
// worker, and the Go generated from it.
package schema

//go:generate sh -c "capnp compile -I$(go list -m -f '{{.Dir}}' capnproto.org/go/capnp/v3)/std -o go workspace.capnp"
