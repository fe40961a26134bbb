// Package share lets a workspace show figures to people without an account:
// a read-only page about one link, folder, tag or the whole workspace, behind
// an address that nobody can guess, and a password if wanted.
package share

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
)

// Scope is the kind of thing that a share is about.
type Scope string

// The scopes.
const (
	OfLink      Scope = "link"
	OfFolder    Scope = "folder"
	OfTag       Scope = "tag"
	OfWorkspace Scope = "workspace"
)

// Dimension returns the dimension whose key is the share's subject, and false
// for a whole workspace.
func (s Scope) Dimension() (analytics.Dimension, bool) {
	switch s {
	case OfLink:
		return analytics.Link, true
	case OfFolder:
		return analytics.Folder, true
	case OfTag:
		return analytics.Tag, true
	default:
		return "", false
	}
}

func (s Scope) known() bool {
	_, part := s.Dimension()
	return part || s == OfWorkspace
}

// Share is a page of figures for whoever has its address.
type Share struct {
	ID           string
	WorkspaceID  string
	Name         string // for people; empty: Label serves
	Scope        Scope
	SubjectID    string // of the link, folder or tag; empty for the workspace
	Label        string // the subject in words; empty: it is gone
	PasswordHash string // argon2id; empty: none
	ExpiresAt    time.Time
	RevokedAt    time.Time
	CreatedBy    string
	CreatedAt    time.Time
	Selection
}

// open returns nil when the page can be seen at a moment, else Gone.
func (s *Share) open(now time.Time) error {
	switch {
	case !s.RevokedAt.IsZero():
		return fault.New(fault.Gone, "This page is no longer shared.")
	case !s.ExpiresAt.IsZero() && !now.Before(s.ExpiresAt):
		return fault.New(fault.Gone, "The time for which this page was shared is over.")
	case s.Label == "":
		return fault.New(fault.Gone, "What this page was about has been deleted.")
	}
	return nil
}

// Draft is a share as somebody wants it.
type Draft struct {
	Name      string
	Scope     Scope
	SubjectID string
	Password  string    // empty: none
	ExpiresAt time.Time // zero: never
	Selection
}

// Patch changes what it names.
type Patch struct {
	Name      *string
	Password  *string    // empty: takes it away
	ExpiresAt *time.Time // zero: never
}

// Bounds of shares.
const (
	MaxShares   = 200 // of a workspace, that are not revoked
	MinPassword = 4   // characters; tries are few
	MaxPassword = 200
)

func checkPassword(l *fault.List, password string) {
	if n := utf8.RuneCountInString(password); n < MinPassword || n > MaxPassword || !utf8.ValidString(password) {
		l.Add("password", fmt.Sprintf("A password has %d to %d characters.", MinPassword, MaxPassword))
	}
}

func checkExpiry(l *fault.List, at, now time.Time) {
	if !at.IsZero() && (!at.After(now) || at.Year() > 9999) {
		l.Add("expiresAt", "Choose a time that is still to come, or none.")
	}
}

// tokenLength is that of ident.NewSecret's text: 32 bytes in base64.
const tokenLength = 43

// IsToken reports whether a text may be the secret of a share's address.
func IsToken(text string) bool {
	return len(text) == tokenLength && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// TokenHash is what is kept of the secret in a share's address.
type TokenHash [sha256.Size]byte

// ErrNoSubject is the fault of a share of what the workspace does not have.
func ErrNoSubject() error {
	return fault.New(fault.Invalid, "This workspace has no such thing to share.").At("subjectId")
}
