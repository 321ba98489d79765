package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/capshell/capshell/rpc"
)

// What a principal may be allowed to do.
const (
	VerbRead    = "read"
	VerbWrite   = "write"
	VerbExec    = "exec"
	VerbPublish = "publish"
	VerbAdmin   = "admin"
)

// Principal is who a request comes from. Workspaces are patterns as of
// path.Match, "team-*".
type Principal struct {
	Name       string   `json:"name"`
	Token      string   `json:"token"`
	Workspaces []string `json:"workspaces"`
	Verbs      []string `json:"verbs"`
}

// may tells whether the principal has the verb on a workspace. A nil
// principal may do everything.
func (p *Principal) may(workspace, verb string) bool {
	if p == nil {
		return true
	}
	if !slices.Contains(p.Verbs, verb) {
		return false
	}
	return slices.ContainsFunc(p.Workspaces, func(pattern string) bool {
		ok, err := path.Match(pattern, workspace)
		return ok && err == nil
	})
}

// Auth knows the principals by their bearer tokens.
type Auth struct{ principals []Principal }

// LoadAuth reads principals from a JSON file: a list of {name, token,
// workspaces, verbs}.
func LoadAuth(file string) (*Auth, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a := &Auth{}
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(&a.principals); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for i, p := range a.principals {
		if len(p.Token) < 16 || len(p.Workspaces) == 0 || len(p.Verbs) == 0 {
			return nil, fmt.Errorf("%s: principal %d (%q): it needs a token of at least 16 characters, workspaces and verbs", file, i, p.Name)
		}
		for _, pattern := range p.Workspaces {
			if _, err := path.Match(pattern, "a"); err != nil {
				return nil, fmt.Errorf("%s: principal %q: workspace pattern %q: %w", file, p.Name, pattern, err)
			}
		}
		for _, v := range p.Verbs {
			if !slices.Contains([]string{VerbRead, VerbWrite, VerbExec, VerbPublish, VerbAdmin}, v) {
				return nil, fmt.Errorf("%s: principal %q: verb %q: read, write, exec, publish or admin", file, p.Name, v)
			}
		}
	}
	if len(a.principals) == 0 {
		return nil, fmt.Errorf("%s: no principals", file)
	}
	return a, nil
}

// principal returns who the request comes from: nil where nobody has to say.
func (a *Auth) principal(r *http.Request) (*Principal, error) {
	if a == nil {
		return nil, nil
	}
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return nil, rpc.Errorf("EAUTH", "a bearer token is needed")
	}
	got := sha256.Sum256([]byte(token))
	var found *Principal
	for i := range a.principals {
		want := sha256.Sum256([]byte(a.principals[i].Token))
		if subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
			found = &a.principals[i]
		}
	}
	if found == nil {
		return nil, rpc.Errorf("EAUTH", "the bearer token is not known")
	}
	return found, nil
}
