// Package share manages shared pages: read-only statistics of a link, a folder,
// a tag or a workspace for visitors without an account, at a URL with a secret
// token and with an optional password.
package share

import (
	"crypto/sha256"
	"fmt"
	"time"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// Scope is the kind of subject of a share.
type Scope string

// The scopes.
const (
	OfLink      Scope = "link"
	OfFolder    Scope = "folder"
	OfTag       Scope = "tag"
	OfWorkspace Scope = "workspace"
)

// Dimension returns the dimension of the share's subject, and false for a
// workspace.
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

// Share is a shared page.
type Share struct {
	ID           string
	WorkspaceID  string
	Name         string // empty: use Label
	Scope        Scope
	SubjectID    string // the link, folder or tag; empty for the workspace
	Label        string // the name of the subject; empty: it was deleted
	PasswordHash string // argon2id; empty: none
	ExpiresAt    time.Time
	RevokedAt    time.Time
	CreatedBy    string
	CreatedAt    time.Time
	Selection
}

// open returns Gone if the page cannot be opened at a time.
func (s *Share) open(now time.Time) error {
	switch {
	case !s.RevokedAt.IsZero():
		return fault.New(fault.Gone, "This page is no longer shared.")
	case !s.ExpiresAt.IsZero() && !now.Before(s.ExpiresAt):
		return fault.New(fault.Gone, "This shared page has expired.")
	case s.Label == "":
		return fault.New(fault.Gone, "The subject of this page has been deleted.")
	}
	return nil
}

// Draft is a share to create.
type Draft struct {
	Name      string
	Scope     Scope
	SubjectID string
	Password  string    // empty: none
	ExpiresAt time.Time // zero: never
	Selection
}

// Patch is a partial update of a share; nil leaves a field unchanged.
type Patch struct {
	Name      *string
	Password  *string    // empty: removes it
	ExpiresAt *time.Time // zero: never
}

// Limits of shares.
const (
	MaxShares   = 200 // shares of a workspace that are not revoked
	MinPassword = 4   // characters; attempts are limited
	MaxPassword = 200
)

func checkPassword(l *fault.List, password string) {
	if n := utf8.RuneCountInString(password); n < MinPassword || n > MaxPassword || !utf8.ValidString(password) {
		l.Add("password", fmt.Sprintf("A password has %d to %d characters.", MinPassword, MaxPassword))
	}
}

func checkExpiry(l *fault.List, at, now time.Time) {
	if !at.IsZero() && (!at.After(now) || at.Year() > 9999) {
		l.Add("expiresAt", "Choose a time in the future, or none.")
	}
}

// IsToken reports whether a text has the form of a token.
func IsToken(text string) bool { return ident.IsSecret(text) }

// TokenHash returns the hash of a token, which is stored instead of the token.
type TokenHash [sha256.Size]byte

// ErrNoSubject returns the fault of a share of an unknown subject.
func ErrNoSubject() error {
	return fault.New(fault.Invalid, "This workspace has no such link, folder or tag.").At("subjectId")
}
