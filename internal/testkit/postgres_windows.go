package testkit

import (
	"errors"
	"syscall"
)

type osAccount struct{}

// unprivileged fails: the test server listens on a Unix socket and runs under a
// shell.
func unprivileged() (osAccount, error) {
	return osAccount{}, errors.New("the test server needs a Unix system")
}

func (osAccount) attributes() *syscall.SysProcAttr { return nil }

func (osAccount) own(string) error { return nil }

// Freeze needs a Unix system.
func (s *Server) Freeze() { s.t.Fatal("the test server needs a Unix system") }

// Thaw needs a Unix system.
func (s *Server) Thaw() { s.t.Fatal("the test server needs a Unix system") }
