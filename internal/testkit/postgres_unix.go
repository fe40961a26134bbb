//go:build unix

package testkit

import (
	"errors"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// osAccount is the system account that runs PostgreSQL, which refuses root. The
// zero value is the current account.
type osAccount struct{ credential *syscall.Credential }

// unprivileged returns the account to run PostgreSQL with.
func unprivileged() (osAccount, error) {
	if os.Getuid() != 0 {
		return osAccount{}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(u.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(u.Gid, 10, 32)
		if uidErr == nil && gidErr == nil {
			return osAccount{&syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
		}
	}
	return osAccount{}, errors.New("PostgreSQL refuses to run as root, and the system has neither the user \"postgres\" nor \"nobody\"")
}

// attributes returns the attributes of a process of the account. It has its own
// process group, so that Ctrl-C reaches the tests only.
func (a osAccount) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential, Setpgid: true}
}

// own makes the account the owner of a folder.
func (a osAccount) own(dir string) error {
	if a.credential == nil {
		return nil
	}
	return os.Chown(dir, int(a.credential.Uid), int(a.credential.Gid))
}

// Freeze stops the program without ending it: it keeps its connections and does not
// answer. It runs again after Thaw, or when the test ends.
func (s *Server) Freeze() {
	s.t.Helper()
	s.signal(syscall.SIGSTOP)
	s.t.Cleanup(s.Thaw)
}

// Thaw lets a frozen program run.
func (s *Server) Thaw() {
	s.t.Helper()
	s.signal(syscall.SIGCONT)
}
