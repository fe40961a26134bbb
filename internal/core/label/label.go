// Package label holds what a workspace sorts its links by, tags and folders,
// and the UTM values that it saves as templates. The three are alike: a name
// that is one of its kind, and little else.
package label

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/fault"
	"linnet/internal/core/utm"
)

// Kind is one of the three.
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
	Links       int        // how many links have the tag or are in the folder
	CreatedAt   time.Time
}

// Draft is a label as somebody wants it.
type Draft struct {
	Name  string
	Color string
	UTM   utm.Params
}

// normalized returns the draft in the form that is judged and kept.
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
		l.Add("name", "Give it a name.")
	case utf8.RuneCountInString(d.Name) > MaxName:
		l.Add("name", fmt.Sprintf("A name has at most %d characters.", MaxName))
	case !isPlain(d.Name):
		l.Add("name", "A name has no control characters.")
	case kind == Tag && strings.Contains(d.Name, ","):
		l.Add("name", "A tag has no comma: commas part tags in filters.")
	}
	if d.Color != "" && (kind != Tag || !isColor(d.Color)) {
		l.Add("color", "A tag's colour looks like #1f6feb; folders and templates have none.")
	}
	if kind != Template && d.UTM != (utm.Params{}) {
		l.Add("utm", "Only templates hold UTM values.")
	}
	for _, field := range d.UTM.Fields() {
		if utf8.RuneCountInString(*field.Value) > utm.MaxValue || !isPlain(*field.Value) {
			l.Add("utm."+field.Name, fmt.Sprintf("At most %d characters, none of them control characters.", utm.MaxValue))
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
