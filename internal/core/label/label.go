// Package label manages tags, folders and UTM templates: things with a name that
// is unique among its kind in a workspace.
package label

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/utm"
)

// Kind is the kind of a label.
type Kind string

// The kinds.
const (
	Tag      Kind = "tag"
	Folder   Kind = "folder"
	Template Kind = "template" // of UTM values
)

// Bounds. MaxName is in characters, MaxPerKind is a workspace's.
const (
	MaxName    = 50
	MaxPerKind = 1_000
)

// Label is a tag, a folder or a template.
type Label struct {
	ID          string
	WorkspaceID string
	Kind        Kind
	Name        string
	Color       string     // of a tag: "#rrggbb", or empty for none
	UTM         utm.Params // of a template
	Links       int        // how many links that the reader may see have the tag or are in the folder
	Access      Access     // of a folder
	// Level is what the reader may do in a folder, apart from the role.
	Level     access.FolderLevel
	CreatedAt time.Time
}

// Draft describes a label to create.
type Draft struct {
	Name  string
	Color string
	UTM   utm.Params
}

// Patch is a partial update of a label; nil leaves a field unchanged.
type Patch struct {
	Name  *string
	Color *string // empty: none
	UTM   *utm.Params
}

// Draft returns the label that the patch describes.
func (p Patch) Draft() Draft { return p.on(Draft{}) }

// on returns the draft with the patch applied.
func (p Patch) on(d Draft) Draft {
	if p.Name != nil {
		d.Name = *p.Name
	}
	if p.Color != nil {
		d.Color = *p.Color
	}
	if p.UTM != nil {
		d.UTM = *p.UTM
	}
	return d
}

// normalized returns the draft in the form that is validated and stored.
func (d Draft) normalized() Draft {
	d.Name = strings.TrimSpace(norm.NFC.String(d.Name))
	d.Color = strings.ToLower(d.Color)
	d.UTM = d.UTM.TrimSpace()
	return d
}

func (d Draft) validate(kind Kind) error {
	var l fault.List
	switch {
	case d.Name == "":
		l.Add("name", "Enter a name.")
	case utf8.RuneCountInString(d.Name) > MaxName:
		l.Add("name", fmt.Sprintf("A name has at most %d characters.", MaxName))
	case !isPlain(d.Name):
		l.Add("name", "A name cannot contain control characters.")
	case kind == Tag && strings.Contains(d.Name, ","):
		l.Add("name", "A tag cannot contain a comma.")
	}
	if d.Color != "" && (kind != Tag || !isColor(d.Color)) {
		l.Add("color", "Enter a color such as #1f6feb. Only tags have colors.")
	}
	if kind != Template && d.UTM != (utm.Params{}) {
		l.Add("utm", "Only templates have UTM values.")
	}
	for _, field := range d.UTM.Fields() {
		if utf8.RuneCountInString(*field.Value) > utm.MaxValue || !isPlain(*field.Value) {
			l.Add("utm."+field.Name, fmt.Sprintf("Use at most %d characters and no control characters.", utm.MaxValue))
		}
	}
	return l.Err()
}

func isPlain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// isColor reports whether text is "#" and six hexadecimal digits.
func isColor(text string) bool {
	return len(text) == 7 && text[0] == '#' && strings.Trim(text[1:], "0123456789abcdef") == ""
}
