// Package locale has the texts of the pages that visitors see, in their languages.
//
// The texts of a language are a file in the folder locales, named by its tag, that
// translators edit. A language is there if it has a file and its line in cldr.go, with
// the rules of CLDR for plurals, numbers and dates. Files are read when a visitor with the
// language comes first.
package locale

import (
	"strings"

	"golang.org/x/text/language"
)

// maxHeader bounds the part of an Accept-Language header that is read, in bytes.
const maxHeader = 256

// For returns the texts in the language that an Accept-Language header prefers among those
// that are there. It returns the English ones for a header without any of them.
func For(acceptLanguage string) *Words {
	if len(acceptLanguage) > maxHeader {
		acceptLanguage = acceptLanguage[:max(0, strings.LastIndexByte(acceptLanguage[:maxHeader], ','))]
	}
	preferred, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil || len(preferred) == 0 {
		return English()
	}
	_, index, confidence := matcher().Match(preferred...)
	if confidence == language.No {
		return English()
	}
	return all[index]()
}

// Choice is the language of what a visitor sees, with its texts. Choose returns it.
type Choice struct {
	*Words
	negotiated bool
}

// Choose returns the language of what a visitor sees: the one that the page fixes, else
// the one that the domain fixes, else the one that an Accept-Language header prefers.
func Choose(page, domain Fixed, acceptLanguage string) Choice {
	for _, fixed := range [...]Fixed{page, domain} {
		if words := fixed.words(); words != nil {
			return Choice{words, false}
		}
	}
	return Choice{For(acceptLanguage), true}
}

// IsNegotiated reports whether the language depends on the Accept-Language header.
func (c Choice) IsNegotiated() bool { return c.negotiated }

// English returns the English texts.
func English() *Words { return all[0]() }

// Tags returns the tags of the languages that are there (BCP 47). The first is English.
func Tags() []string {
	tags := make([]string, len(languages))
	for i, l := range languages {
		tags[i] = l.tag
	}
	return tags
}
