package locale

import (
	"cmp"
	"strings"
	"time"
)

// sharedReport begins the ids of the texts of shared reports, which the browser shows.
const sharedReport = "shared."

// SharedReport returns the texts of shared reports by their English texts, in the syntax
// of the web app: a text with a number is "{count, plural, one {# click} other {# clicks}}".
func (w *Words) SharedReport() map[string]string {
	texts := map[string]string{
		"Password":                       w.Text("page.password.field"),
		"Incorrect password. Try again.": w.Text("page.password.wrong"),
		"[code] rate_limited":            w.Text("page.too_many.text"),
	}
	for id, english := range English().messages {
		if strings.HasPrefix(id, sharedReport) {
			texts[english.pattern()] = w.find(id).pattern()
		}
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		name, long := day.String(), w.rules.WeekdayWide(day)
		texts[name], texts[name+"s"] = long, long
		texts[name[:3]] = cmp.Or(w.rules.WeekdayAbbreviated(day), long) // the library has no short ones in Arabic
	}
	return texts
}

// pattern returns the text in the syntax of the web app.
func (m message) pattern() string {
	if len(m) == 1 {
		return m[other]
	}
	forms := []string{"{count, plural,"}
	for _, category := range []string{"zero", "one", "two", "few", "many", other} {
		if text, ok := m[category]; ok {
			forms = append(forms, category+" {"+strings.ReplaceAll(text, "{n}", "#")+"}")
		}
	}
	return strings.Join(forms, " ") + "}"
}
