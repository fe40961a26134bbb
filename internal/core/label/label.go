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
	"linnet/internal/base/visible"
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

	Settings

	Links  int    // how many links that the reader may see have the tag or are in the folder
	Access Access // of a folder
	// Level is what the reader may do in a folder, apart from the role.
	Level     access.FolderLevel
	CreatedAt time.Time
}

// Query selects a page of the labels of a kind.
type Query struct {
	Search string   // words of which each is a part of the name, ignoring case; empty: all labels
	IDs    []string // only these labels; empty: all
	Limit  int      // the maximum number of labels on the page; 0: no limit
	Cursor string   // NextCursor of the previous page; empty: the first page
}

// Page is a page of labels by name.
type Page struct {
	Labels     []Label
	NextCursor string // empty on the last page
	Total      int    // the number of labels on all pages
}

// Settings are the properties of a label that an editor chooses.
type Settings struct {
	Name  string
	Color string     // of a tag: "#rrggbb", or empty for none
	UTM   utm.Params // of a template
}

// normalized returns the settings in the form that is validated and stored.
func (s Settings) normalized() Settings {
	s.Name = strings.TrimSpace(norm.NFC.String(s.Name))
	s.Color = strings.ToLower(s.Color)
	s.UTM = s.UTM.TrimSpace()
	return s
}

func (s Settings) validate(kind Kind) error {
	var l fault.List
	switch {
	case s.Name == "":
		l.Add("name", "Enter a name.")
	case utf8.RuneCountInString(s.Name) > MaxName:
		l.Add("name", fmt.Sprintf("A name has at most %d characters.", MaxName))
	case !isPlain(s.Name):
		l.Add("name", "A name cannot contain control characters.")
	case visible.Problem(s.Name) != "":
		l.Add("name", visible.Problem(s.Name))
	case kind == Tag && strings.Contains(s.Name, ","):
		l.Add("name", "A tag cannot contain a comma.")
	}
	if s.Color != "" && (kind != Tag || !isColor(s.Color)) {
		l.Add("color", "Enter a color such as #1f6feb. Only tags have colors.")
	}
	if kind != Template && s.UTM != (utm.Params{}) {
		l.Add("utm", "Only templates have UTM values.")
	}
	for _, field := range s.UTM.Fields() {
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
