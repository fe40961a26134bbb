// Package qr manages the saved QR codes of links.
package qr

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
)

// Bounds of saved codes.
const (
	MaxName    = 100 // characters
	MaxPerLink = 50  // codes of one link
)

// Code is a saved QR code of a link. A change of the link's destination leaves
// printed codes valid.
type Code struct {
	ID          string
	WorkspaceID string
	LinkID      string
	Name        string // may be empty
	Look        look.Look
	Marked      bool // the encoded URL carries the code's id, so that its scans are counted separately
	CreatedBy   string
	CreatedAt   time.Time
	UpdatedAt   time.Time

	Link LinkFacts // current state of the link
}

// LinkFacts are the properties of the link that a code needs.
type LinkFacts struct {
	Domain string // the host, with a port where the install has one
	Alias  string // the link's first alias
	URL    string // the destination
	Title  string

	FolderID string // empty: none
}

// Draft is the input for a new code. Missing parts of Look have the values of the
// default look of the link's domain.
type Draft struct {
	LinkID string
	Name   string
	Look   look.Patch
}

// Patch is a partial update; nil leaves a field unchanged.
type Patch struct {
	Name *string
	Look look.Patch
}

func normalName(name string) string { return strings.TrimSpace(norm.NFC.String(name)) }

// validate returns every field error, with the field names of the API.
func (c Code) validate() error {
	var faults fault.List
	if utf8.RuneCountInString(c.Name) > MaxName {
		faults.Add("name", fmt.Sprintf("A name has at most %d characters.", MaxName))
	} else if !utf8.ValidString(c.Name) || strings.ContainsFunc(c.Name, unicode.IsControl) {
		faults.Add("name", "A name cannot contain control characters.")
	}
	faults.AddErr("look.", c.Look.Validate())
	return faults.Err()
}

// ErrNoLink returns the error for a code of a link that does not exist.
func ErrNoLink() *fault.Error {
	return fault.New(fault.Invalid, "This workspace has no such link. Choose another one.").At("linkId")
}

// ErrTooMany returns the error for a code beyond MaxPerLink.
func ErrTooMany() *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A link has at most %d codes. Delete one that is no longer used.", MaxPerLink)).At("linkId")
}
