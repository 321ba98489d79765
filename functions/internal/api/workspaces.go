package api

import (
	"net/http"
	"time"

	"github.com/capshell/capshell/rpc"
)

func (q *request) listWorkspaces() error {
	if err := q.methods("GET"); err != nil {
		return err
	}
	if err := q.params("limit", "after"); err != nil {
		return err
	}
	limit, err := q.number("limit", 1, 10000, 1000)
	if err != nil {
		return err
	}
	names, err := q.Store.List()
	if err != nil {
		return err
	}
	after := q.query.Get("after")
	list := []map[string]string{}
	for _, name := range names {
		if name > after && q.caller.may(name, VerbRead) && int64(len(list)) < limit {
			list = append(list, map[string]string{"name": name})
		}
	}
	return q.json(http.StatusOK, map[string]any{"workspaces": list})
}

func (q *request) workspace() error {
	if err := q.params(); err != nil {
		return err
	}
	if err := q.methods("GET", "PUT", "DELETE"); err != nil {
		return err
	}
	status := http.StatusOK
	switch q.r.Method {
	case "PUT":
		if err := q.allow(VerbWrite); err != nil {
			return err
		}
		there, err := q.Store.Exists(q.ws())
		if err != nil {
			return err
		}
		if !there {
			status = http.StatusCreated
		}
	case "DELETE":
		if err := q.allow(VerbAdmin); err != nil {
			return err
		}
		n, err := q.Host.Running(q.r.Context(), q.ws())
		if err != nil {
			return err
		}
		if n > 0 {
			return rpc.Errorf("EBUSY", "workspace %q: %d execs run in it", q.ws(), n)
		}
		if err := q.Store.Delete(q.ws()); err != nil {
			return err
		}
		q.w.WriteHeader(http.StatusNoContent)
		return nil
	default:
		if err := q.allow(VerbRead); err != nil {
			return err
		}
	}
	db, release, err := q.open(q.r.Method == "PUT")
	if err != nil {
		return err
	}
	defer release()
	s, err := db.Stat(q.r.Context())
	if err != nil {
		return err
	}
	return q.json(status, map[string]any{"name": q.ws(), "revision": s.Revision, "files": s.Files, "bytes": s.Bytes,
		"createdAt": s.Created.Format(time.RFC3339Nano)})
}
