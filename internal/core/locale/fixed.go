package locale

import (
	"slices"
	"strings"

	"linnet/internal/base/null"
)

// Fixed is the language that a page or a domain has for all visitors: one of Tags, or ""
// for the language that each visitor prefers. It is null in JSON while it is "".
type Fixed string

// MarshalJSON writes the tag or null.
func (f Fixed) MarshalJSON() ([]byte, error) { return null.Text(f).MarshalJSON() }

// UnmarshalJSON reads a tag or null.
func (f *Fixed) UnmarshalJSON(data []byte) error { return (*null.Text)(f).UnmarshalJSON(data) }

// Problem returns a sentence about a language that is not there; empty: none.
func (f Fixed) Problem() string {
	if f == "" || f.index() >= 0 {
		return ""
	}
	return "Choose one of " + strings.Join(Tags(), ", ") + ", or null for the language of the visitor."
}

// words returns the texts, or nil for a language that is not there, which a later version
// may have stored.
func (f Fixed) words() *Words {
	if i := f.index(); i >= 0 {
		return all[i]()
	}
	return nil
}

func (f Fixed) index() int {
	return slices.IndexFunc(languages, func(l entry) bool { return l.tag == string(f) })
}
