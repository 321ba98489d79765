package rpc

import (
	"errors"
	"fmt"

	capnp "capnproto.org/go/capnp/v3"
	rpccp "capnproto.org/go/capnp/v3/std/capnp/rpc"
)

// check refuses what a worker has no reason to send, before the library sees
// it: the library panics on some malformed messages, in goroutines of its own,
// and a worker must not be able to end its host. What is left is a bootstrap,
// calls of the one capability that there is, and the ends of these.
type check struct {
	bootstrapped bool
	questions    map[uint32]bool
}

var errRefused = errors.New("a message that a worker has no reason to send")

func (k *check) message(m *capnp.Message) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("malformed message: %v", r)
		}
	}()
	msg, err := rpccp.ReadRootMessage(m)
	if err != nil {
		return err
	}
	switch msg.Which() {
	case rpccp.Message_Which_bootstrap:
		b, err := msg.Bootstrap()
		if err != nil {
			return err
		}
		if k.bootstrapped || !msg.HasBootstrap() {
			return errRefused
		}
		k.bootstrapped = true
		return k.ask(b.QuestionId())
	case rpccp.Message_Which_call:
		return k.call(msg)
	case rpccp.Message_Which_finish:
		f, err := msg.Finish()
		if err != nil {
			return err
		}
		if !msg.HasFinish() || !k.questions[f.QuestionId()] {
			return errRefused
		}
		delete(k.questions, f.QuestionId())
		return nil
	case rpccp.Message_Which_release:
		r, err := msg.Release()
		if err != nil {
			return err
		}
		if !msg.HasRelease() || r.Id() != 0 || r.ReferenceCount() != 1 {
			return errRefused
		}
		return nil
	case rpccp.Message_Which_abort:
		if _, err := msg.Abort(); err != nil || !msg.HasAbort() {
			return errRefused
		}
		return nil
	}
	return errRefused
}

func (k *check) ask(question uint32) error {
	// Questions are numbered from 0 and reused: a large number is no worker's.
	if k.questions[question] || question > 1<<16 {
		return errRefused
	}
	if k.questions == nil {
		k.questions = map[uint32]bool{}
	}
	k.questions[question] = true
	return nil
}

func (k *check) call(msg rpccp.Message) error {
	c, err := msg.Call()
	if err != nil {
		return err
	}
	target, err := c.Target()
	if err != nil {
		return err
	}
	params, err := c.Params()
	if err != nil {
		return err
	}
	table, err := params.CapTable()
	if err != nil {
		return err
	}
	content, err := params.Content()
	if err != nil {
		return err
	}
	if !k.bootstrapped || !msg.HasCall() || target.Which() != rpccp.MessageTarget_Which_importedCap || target.ImportedCap() != 0 ||
		table.Len() != 0 || !content.Struct().IsValid() || c.SendResultsTo().Which() != rpccp.Call_sendResultsTo_Which_caller {
		return errRefused
	}
	return k.ask(c.QuestionId())
}
