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
	"linnet/internal/core/routing"
)

// Kind is one of the three.
type Kind string

// The kinds.
const (
	Tag      Kind = "tag"
	Folder   Kind = "folder"
	Template Kind = "template" // of UTM values
)

// Bounds. MaxName and maxUTM are in characters, MaxPerKind is a workspace's.
const (
	MaxName    = 50
	MaxPerKind = 1_000
	maxUTM     = 500
)

// Label is a tag, a folder or a template.
type Label struct {
	ID          string
	WorkspaceID string
	Kind        Kind
	Name        string
	Color       string      // of a tag: "#rrggbb", or empty for none
	UTM         routing.UTM // of a template
	Links       int         // how many links have the tag or are in the folder
	CreatedAt   time.Time
}

// Draft is a label as somebody wants it.
type Draft struct {
	Name  string
	Color string
	UTM   routing.UTM
}

// normalized returns the draft in the form that is judged and kept.
func (d Draft) normalized() Draft {
	d.Name = strings.TrimSpace(norm.NFC.String(d.Name))
	d.Color = strings.ToLower(d.Color)
	for _, value := range utmValues(&d.UTM) {
		*value.text = strings.TrimSpace(*value.text)
	}
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
	if kind != Template && d.UTM != (routing.UTM{}) {
		l.Add("utm", "Only templates hold UTM values.")
	}
	for _, value := range utmValues(&d.UTM) {
		if utf8.RuneCountInString(*value.text) > maxUTM || !isPlain(*value.text) {
			l.Add("utm."+value.name, fmt.Sprintf("At most %d characters, none of them control characters.", maxUTM))
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

type utmValue struct {
	name string
	text *string
}

func utmValues(u *routing.UTM) []utmValue {
	return []utmValue{
		{"source", &u.Source}, {"medium", &u.Medium}, {"campaign", &u.Campaign},
		{"term", &u.Term}, {"content", &u.Content}, {"ref", &u.Ref},
	}
}
