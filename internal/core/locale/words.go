package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gohugoio/locales"
)

//go:embed locales/*.json
var files embed.FS

// Words are the texts of a language. They are immutable.
type Words struct {
	Tag      string // BCP 47
	Dir      string // of the script: "ltr" or "rtl"
	messages map[string]message
	rules    locales.Translator
}

// message is a text with placeholders, such as {time}, by plural category. One without a
// number has the category "other" only.
type message map[string]string

// UnmarshalJSON reads a text, or an object with a text for each plural category.
func (m *message) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*m = message{other: text}
		return nil
	}
	forms := map[string]string{}
	err := json.Unmarshal(data, &forms)
	*m = forms
	return err
}

const other = "other" // the plural category that every language has

// mustRead reads the file of a language. It panics if the file is malformed, which the
// tests of this package exclude.
func mustRead(l entry) *Words {
	w := &Words{Tag: l.tag, Dir: "ltr", rules: l.rules()}
	if l.tag == "ar" || l.tag == "he" {
		w.Dir = "rtl"
	}
	content, err := files.ReadFile("locales/" + l.tag + ".json")
	if err == nil {
		err = json.Unmarshal(content, &w.messages)
	}
	if err != nil {
		panic(fmt.Sprintf("texts of %s: %v", l.tag, err))
	}
	return w
}

// Text returns a text with values for its placeholders: pairs of a name and a value. A
// text that the language lacks is the English one.
func (w *Words) Text(id string, pairs ...any) string {
	return w.fill(w.find(id)[other], pairs)
}

// Count returns the text for a number, which is the value of its placeholder {n}.
func (w *Words) Count(id string, n int) string {
	forms := w.find(id)
	text, ok := forms[w.category(n)]
	if !ok {
		text = forms[other]
	}
	return strings.ReplaceAll(text, "{n}", w.rules.FmtNumber(float64(n), 0))
}

// Decimal returns a decimal number, such as "1234.50", with the separators of the language
// and as many decimals. It returns any other text as it is.
func (w *Words) Decimal(text string) string {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	_, decimals, _ := strings.Cut(text, ".")
	return w.rules.FmtNumber(n, uint64(len(decimals)))
}

// Wait returns the sentence about too many attempts with the time to wait: in seconds, or
// in minutes above 90 seconds.
func (w *Words) Wait(d time.Duration) string {
	seconds := int((d + time.Second - 1) / time.Second)
	if seconds > 90 {
		return w.Count("wait.minutes", (seconds+59)/60)
	}
	return w.Count("wait.seconds", seconds)
}

// Date returns a date: in English as in "22 Nov 2026", which people of all regions read
// alike, and in other languages in CLDR's long form.
func (w *Words) Date(t time.Time) string {
	if w == English() {
		return t.Format("2 Jan 2006")
	}
	return w.rules.FmtDateLong(t)
}

// Time returns a date and a time in 24 hours.
func (w *Words) Time(t time.Time) string {
	return w.Text("date_and_time", "date", w.Date(t), "time", t.Format("15:04"))
}

func (w *Words) find(id string) message {
	if m, ok := w.messages[id]; ok {
		return m
	}
	return English().messages[id]
}

// category returns the plural category of a number.
func (w *Words) category(n int) string {
	switch w.rules.CardinalPluralRule(float64(n), 0) {
	case locales.PluralRuleZero:
		return "zero"
	case locales.PluralRuleOne:
		return "one"
	case locales.PluralRuleTwo:
		return "two"
	case locales.PluralRuleFew:
		return "few"
	case locales.PluralRuleMany:
		return "many"
	}
	return other
}

// Isolates of a value whose direction may differ from that of the text (UAX #9).
const isolate, pop = "\u2068", "\u2069"

func (w *Words) fill(text string, pairs []any) string {
	if len(pairs) == 0 {
		return text
	}
	replacements := make([]string, 0, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		value := fmt.Sprint(pairs[i+1])
		if w.Dir == "rtl" {
			value = isolate + value + pop
		}
		replacements = append(replacements, fmt.Sprintf("{%v}", pairs[i]), value)
	}
	return strings.NewReplacer(replacements...).Replace(text)
}
