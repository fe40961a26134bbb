package visible_test

import (
	"testing"

	"linnet/internal/base/visible"
)

func TestProblem_FindsTextsThatHideWhatTheySay(t *testing.T) {
	t.Parallel()
	const order, unseen = "Remove the invisible characters that change the direction of text.", "Enter a text with visible characters."
	for text, want := range map[string]string{
		"":                               "",
		"  \n":                           "",
		"plain":                          "",
		"שלום, world! (2025)":            "",
		"\u200fשלום\u200e (1)":           "", // marks of a direction
		"می\u200cخواهم":                  "", // joins letters
		"👩\u200d👧 1\ufe0f\u20e3":         "",
		"report\u202egnp.exe":            order,
		"\u2066a\u2069":                  order,
		"\u200b":                         unseen,
		" \u200b\u2060 ":                 unseen,
		"\u3164":                         unseen, // the Hangul filler
		"\u2800\u2800":                   unseen, // the blank of Braille
		"\ufe0f\u200d\u00ad\ufeff\u180e": unseen,
		"a\u200b":                        "",
	} {
		if got := visible.Problem(text); got != want {
			t.Errorf("%+q: %q, want %q", text, got, want)
		}
	}
}
