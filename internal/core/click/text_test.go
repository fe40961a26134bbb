package click

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// M5 of the review: labels that look alike were rows of their own.
func TestLabel_MakesLabelsThatLookAlikeOne(t *testing.T) {
	t.Parallel()
	for want, texts := range map[string][]string{
		"café":          {"café", "cafe\u0301", "caf\u200be\u0301", "\ufeffcafé", "café\u200d", "ca\u200cfé", "\u2060café\u00ad", "cafe\u200b\u0301"},
		"spring":        {"spring", "spr\u200bing", "\u202espring\u202c", " spring\u200e ", "spring\u3164", "spr\u034fing", "spring\ufe0f", "spring\u200b \u200b"},
		"👩\u200d💻 dev":  {"👩\u200d💻 dev", "👩\u200d💻 d\u200dev"},
		"❤️":            {"❤️", "\u200b❤\ufe0f"},
		"می\u200cخواهم": {"می\u200cخواهم", "می\u200cخواهم\u200c"},
		"🏴󠁧󠁢󠁥󠁮󠁧󠁿":       {"🏴󠁧󠁢󠁥󠁮󠁧󠁿"},
		"":              {"", "\u200b", "\ufeff \u200d"},
	} {
		for _, text := range texts {
			if got := Label(text); got != want {
				t.Errorf("Label(%+q) = %+q, want %+q", text, got, want)
			}
		}
	}
	for _, pair := range [][2]string{{"☎", "☎\ufe0f"}, {"می\u200cخواهم", "میخواهم"}, {"👩\u200d💻", "👩💻"}, {"a b", "ab"}} {
		if Label(pair[0]) == Label(pair[1]) {
			t.Errorf("%+q and %+q differ, and are one label", pair[0], pair[1])
		}
	}
}

func FuzzLabel(f *testing.F) {
	for _, seed := range []string{"cafe\u0301", "e\u200b\u0301", "👩\u200d💻", "\u1100\u200b\u1161", " \u200d", "\xff\u0301"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := Label(text); Label(got) != got {
			t.Fatalf("Label(%+q) = %+q, of which the label is %+q", text, got, Label(got))
		}
	})
}

// M4 of the review: campaign parameters behind the first 2,048 bytes were lost.
func TestHit_KeepsCampaignParametersOfLongQueries(t *testing.T) {
	t.Parallel()
	long := "gclid=" + strings.Repeat("x", MaxText)
	for name, tt := range map[string]struct {
		hit     Hit
		want    UTM
		trigger Trigger
	}{
		"behind a long parameter": {Hit{Query: long + "&UTM_Source=a&utm_medium=b&qr=1"}, UTM{Source: "a", Medium: "b"}, TriggerQR},
		"of a long destination": {
			Hit{Query: "utm_source=a", URL: "https://example.com/?" + long + "&utm_source=no&utm_term=t#x"}, UTM{Source: "a", Term: "t"}, TriggerLink,
		},
		"an empty one": {Hit{Query: "utm_source=&" + long + "&utm_source=a"}, UTM{Source: "a"}, TriggerLink},
		"a long one": {
			Hit{Query: "utm_medium=m&utm_source=" + strings.Repeat("%C3%BC", MaxText)}, UTM{Medium: "m", Source: strings.Repeat("ü", (MaxText-24)/6)}, TriggerLink,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			record := encode(make([]byte, 0, fixedSize), &tt.hit, nil, 7)
			hit, err := decode(record, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, utmOf(&hit)); diff != "" || triggerOf(&hit) != tt.trigger {
				t.Errorf("trigger %q, %s", triggerOf(&hit), diff)
			}
		})
	}
}
