package locale

import (
	"sync"

	"github.com/gohugoio/locales"
	"github.com/gohugoio/locales/ar"
	"github.com/gohugoio/locales/de"
	"github.com/gohugoio/locales/en"
	"github.com/gohugoio/locales/es"
	"github.com/gohugoio/locales/fr"
	"github.com/gohugoio/locales/he"
	"github.com/gohugoio/locales/hi"
	"github.com/gohugoio/locales/id"
	"github.com/gohugoio/locales/it"
	"github.com/gohugoio/locales/ja"
	"github.com/gohugoio/locales/ko"
	"github.com/gohugoio/locales/nl"
	"github.com/gohugoio/locales/pl"
	"github.com/gohugoio/locales/pt"
	"github.com/gohugoio/locales/ru"
	"github.com/gohugoio/locales/tr"
	"github.com/gohugoio/locales/uk"
	"github.com/gohugoio/locales/zh_Hans"
	"github.com/gohugoio/locales/zh_Hant"
	"golang.org/x/text/language"
)

// entry is a language that is there.
type entry struct {
	tag   string
	rules func() locales.Translator // of CLDR
}

// languages are all languages; the first is the fallback.
//
//nolint:gochecknoglobals // a constant table
var languages = []entry{
	{"en", en.New},
	{"ar", ar.New},
	{"de", de.New},
	{"es", es.New},
	{"fr", fr.New},
	{"he", he.New},
	{"hi", hi.New},
	{"id", id.New},
	{"it", it.New},
	{"ja", ja.New},
	{"ko", ko.New},
	{"nl", nl.New},
	{"pl", pl.New},
	{"pt", pt.New},
	{"ru", ru.New},
	{"tr", tr.New},
	{"uk", uk.New},
	{"zh-Hans", zh_Hans.New},
	{"zh-Hant", zh_Hant.New},
}

// all has the texts of each language, which are read at their first use.
//
//nolint:gochecknoglobals // immutable once read
var all = func() []func() *Words {
	out := make([]func() *Words, len(languages))
	for i, l := range languages {
		out[i] = sync.OnceValue(func() *Words { return mustRead(l) })
	}
	return out
}()

//nolint:gochecknoglobals // immutable once made
var matcher = sync.OnceValue(func() language.Matcher {
	tags := make([]language.Tag, len(languages))
	for i, l := range languages {
		tags[i] = language.MustParse(l.tag)
	}
	return language.NewMatcher(tags)
})
