package qr

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
)

// Bounds of what a workspace keeps.
const (
	MaxName    = 100 // characters
	MaxPerLink = 50  // codes of one link
)

// Code is a QR code that a workspace keeps for one of its links. What it leads
// to is changed on the link, so that a printed code stays good.
type Code struct {
	ID          string
	WorkspaceID string
	LinkID      string
	Name        string // for people; may be empty
	Look        Look
	Marked      bool // its address carries its id, so that its scans are counted apart
	CreatedBy   string
	CreatedAt   time.Time
	UpdatedAt   time.Time

	Link LinkFacts // as the link is now
}

// LinkFacts is what a code needs to know of its link.
type LinkFacts struct {
	Domain string // the host, with a port where the install has one
	Alias  string // the link's own
	URL    string // the destination
	Title  string
}

// Draft is a code as somebody wants it. What Look leaves out is as in
// Defaults.
type Draft struct {
	LinkID string
	Name   string
	Look   LookPatch
}

// Patch changes what it names: nil leaves it.
type Patch struct {
	Name *string
	Look LookPatch
}

func normalName(name string) string { return strings.TrimSpace(norm.NFC.String(name)) }

// validate returns every problem of the parts that people choose, named as in
// requests.
func (c Code) validate() error {
	var faults fault.List
	if utf8.RuneCountInString(c.Name) > MaxName {
		faults.Add("name", fmt.Sprintf("A name has at most %d characters.", MaxName))
	} else if !utf8.ValidString(c.Name) || strings.ContainsFunc(c.Name, unicode.IsControl) {
		faults.Add("name", "A name has no control characters.")
	}
	faults.AddErr("look.", c.Look.Validate())
	return faults.Err()
}

// ErrNoLink is the fault of a code for a link that is not there.
func ErrNoLink() *fault.Error {
	return fault.New(fault.Invalid, "This workspace has no such link. Choose one of its own.").At("linkId")
}

// ErrTooMany is the fault of one more code than a link may have.
func ErrTooMany() *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A link has at most %d codes. Delete one that is no longer used.", MaxPerLink)).At("linkId")
}
