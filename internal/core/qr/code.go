// Package qr manages saved QR codes: those of links, and static ones.
//
// A public URL of a code (no credentials, for embedding) holds code, format, size and
// expiry, encrypted and authenticated with a key that is derived from the install's
// secret: nothing is stored, visitors cannot change a parameter, deleting the code ends
// the URL and a new secret key ends all of them. A signed query would show the
// parameters and needs rules about their order. The ETag of an image is a hash of the
// input and the program's version, so that a 304 costs no drawing.
//
// An archive is an export job with the ids of its start, four codes per step. The ZIP
// directory follows from the sizes in the checkpoint, so that a killed job continues
// without reading its output. An image that a code or a domain's default look has
// cannot be deleted.
//
// Static codes have null for link and scans (0 would claim that scans are measured),
// are in no folder, and their events contain no value of the content, which can be a
// password. A workspace has at most 1,000 of them and 50 presets. Applying a preset
// copies its look to up to 100 codes, each with its own result.
package qr

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/base/visible"
	"linnet/internal/core/qr/content"
	"linnet/internal/core/qr/look"
)

// Bounds of saved codes.
const (
	MaxName    = 100   // characters
	MaxPerLink = 50    // codes of one link
	MaxStatic  = 1_000 // static codes of a workspace
)

// Code is a saved QR code: of a link, or with a static content. A change of the
// link's destination leaves printed codes valid. Static codes have no scans, and
// every member of the workspace sees them.
type Code struct {
	ID          string
	WorkspaceID string
	LinkID      string          // empty: Static
	Static      content.Content // zero: LinkID
	Name        string          // may be empty
	Look        look.Look
	Marked      bool // of a link: the encoded URL carries the code's id, so that its scans are counted separately
	CreatedBy   string
	CreatedAt   time.Time
	UpdatedAt   time.Time

	Link LinkFacts // current state of the link; zero for static codes
}

// IsStatic reports whether the code holds a static content.
func (c Code) IsStatic() bool { return c.LinkID == "" }

// Label returns what people recognize the code by: its name, the alias of its link, or
// the label of its static content.
func (c Code) Label() string { return cmp.Or(c.Name, c.Link.Alias, c.Static.Label()) }

// LinkFacts are the properties of the link that a code needs.
type LinkFacts struct {
	Domain string // the host, with a port where the install has one
	Alias  string // the link's first alias
	URL    string // the destination
	Title  string

	FolderID string // empty: none
}

// Draft is the input for a new code, with either a link or a static content. Missing
// parts of Look have the values of the default look of the link's domain, or of
// look.Defaults for a static code.
type Draft struct {
	LinkID string
	Static []byte // JSON of a content.Content; empty: none
	Name   string
	Look   look.Edit
}

// Patch is a partial update; nil leaves a field unchanged.
type Patch struct {
	Name   *string
	Static []byte // JSON of a content.Content, of static codes only
	Look   look.Edit
}

// staticField is the name of the static content in requests.
const staticField = "staticContent"

func normalName(name string) string { return strings.TrimSpace(norm.NFC.String(name)) }

// validate returns every field error, with the field names of the API. missing is that
// of the images of the look.
func (c Code) validate(missing error) error {
	var faults fault.List
	if utf8.RuneCountInString(c.Name) > MaxName {
		faults.Add("name", fmt.Sprintf("A name has at most %d characters.", MaxName))
	} else if !utf8.ValidString(c.Name) || strings.ContainsFunc(c.Name, unicode.IsControl) {
		faults.Add("name", "A name cannot contain control characters.")
	} else if problem := visible.Problem(c.Name); problem != "" {
		faults.Add("name", problem)
	}
	faults.AddErr("look.", c.Look.Validate())
	faults.AddErr("look.", missing)
	return faults.Err()
}

// ErrNoLink returns the error for a code of a link that does not exist.
func ErrNoLink() *fault.Error {
	return fault.New(fault.Invalid, "This workspace has no such link. Choose another one.").At("linkId")
}

// ErrTooManyStatic returns the error for a static code beyond MaxStatic.
func ErrTooManyStatic() *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A workspace has at most %d static codes. Delete one that is no longer used.", MaxStatic)).
		At(staticField)
}

// ErrTooMany returns the error for a code beyond MaxPerLink.
func ErrTooMany() *fault.Error {
	return fault.New(fault.Invalid, fmt.Sprintf("A link has at most %d codes. Delete one that is no longer used.", MaxPerLink)).At("linkId")
}
