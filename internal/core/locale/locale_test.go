package locale_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/locale"
)

func TestFor_ChoosesAmongTheLanguagesThatAreThere(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		"":                                     "en",
		"*":                                    "en",
		"xx-invalid-;;;":                       "en",
		"en-US,en;q=0.9":                       "en",
		"de":                                   "de",
		"de-CH,fr;q=0.8":                       "de",
		"sv,de;q=0.5":                          "de",
		"sv,fi;q=0.5":                          "en",
		"en;q=0.5,ja":                          "ja",
		"de;q=0,fr":                            "fr",
		"pt-PT":                                "pt",
		"zh":                                   "zh-Hans",
		"zh-CN,zh;q=0.9":                       "zh-Hans",
		"zh-TW,zh;q=0.9,en;q=0.8":              "zh-Hant",
		"zh-HK":                                "zh-Hant",
		"iw":                                   "he",
		"in":                                   "id",
		"ar-EG":                                "ar",
		"ES-mx":                                "es",
		"uk-UA,ru;q=0.8":                       "uk",
		strings.Repeat("sv;q=0.9,", 80) + "de": "en", // beyond the part that is read
		"fr," + strings.Repeat("x", 10_000):    "fr",
	} {
		if got := locale.For(header).Tag; got != want {
			t.Errorf("%.40q gives %s, want %s", header, got, want)
		}
	}
}

func TestChoose_PrefersThePageToItsDomainAndBothToTheVisitor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page, domain locale.Fixed
		header, want string
		negotiated   bool
	}{
		{"", "", "fr", "fr", true},
		{"", "", "", "en", true},
		{"", "de", "fr", "de", false},
		{"ar", "de", "fr", "ar", false},
		{"ar", "", "fr", "ar", false},
		{"en", "de", "fr", "en", false},
		{"zh-Hant", "", "zh-Hans", "zh-Hant", false},
		{"xx", "de", "fr", "de", false}, // of a later version
		{"xx", "xx", "fr", "fr", true},
	} {
		if got := locale.Choose(c.page, c.domain, c.header); got.Tag != c.want || got.IsNegotiated() != c.negotiated {
			t.Errorf("%+v gives %s, %v", c, got.Tag, got.IsNegotiated())
		}
	}
}

func TestFixed_IsOneOfTheLanguagesOrNull(t *testing.T) {
	t.Parallel()
	for _, tag := range append(locale.Tags(), "") {
		if problem := locale.Fixed(tag).Problem(); problem != "" {
			t.Errorf("%q: %s", tag, problem)
		}
	}
	for _, tag := range []locale.Fixed{"DE", "de-AT", "xx", " de"} {
		if problem := tag.Problem(); !strings.Contains(problem, "en, ar, de") {
			t.Errorf("%q: %q", tag, problem)
		}
	}
}

func TestWords_HaveTheDirectionOfTheirScript(t *testing.T) {
	t.Parallel()
	for _, tag := range locale.Tags() {
		want := "ltr"
		if tag == "ar" || tag == "he" {
			want = "rtl"
		}
		if w := locale.For(tag); w.Tag != tag || w.Dir != want {
			t.Errorf("%s gives %s in direction %s", tag, w.Tag, w.Dir)
		}
	}
}

func TestWords_CountByTheRulesOfTheLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag  string
		n    int
		want string
	}{
		{"en", 1, "1 day"}, {"en", 0, "0 days"}, {"en", 1234, "1,234 days"},
		{"de", 1, "1 Tag"}, {"de", 1234, "1.234 Tage"},
		{"fr", 0, "0 jour"}, {"fr", 2, "2 jours"},
		{"pl", 1, "1 dzień"}, {"pl", 3, "3 dni"}, {"pl", 5, "5 dni"},
		{"ru", 1, "1 день"}, {"ru", 22, "22 дня"}, {"ru", 11, "11 дней"},
		{"ar", 2, "يومان"}, {"ar", 3, "3 أيام"}, {"ar", 11, "11 يومًا"}, {"ar", 100, "100 يوم"},
		{"he", 2, "יומיים"}, {"ja", 1, "1 日"},
	} {
		if got := locale.For(c.tag).Count("bio.countdown.days", c.n); got != c.want {
			t.Errorf("%s: %d days are %q, want %q", c.tag, c.n, got, c.want)
		}
	}
}

func TestWords_WriteDecimals(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"en", "1234.50", "1,234.50"}, {"de", "1234.50", "1.234,50"}, {"fr", "1234.5", "1\u202f234,5"}, {"pl", "19.90", "19,90"},
		{"ja", "1200", "1,200"}, {"hi", "1234567", "12,34,567"}, {"de", "123456789.125", "123.456.789,125"}, {"en", "free", "free"},
	} {
		if got := locale.For(c[0]).Decimal(c[1]); got != c[2] {
			t.Errorf("%s: %s is %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestWords_WriteDates(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 9, 0, 5, 0, 0, time.UTC)
	for tag, want := range map[string]string{
		"en": "9 Nov 2026, 00:05", "de": "9. November 2026, 00:05", "ja": "2026年11月9日 00:05", "pt": "9 de novembro de 2026 às 00:05",
		"ar": "\u20689 نوفمبر 2026\u2069، \u206800:05\u2069", "uk": "9 листопада 2026\u202fр., 00:05",
	} {
		if got := locale.For(tag).Time(at); got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
	for _, tag := range locale.Tags() {
		for month := time.January; month <= time.December; month++ {
			if got := locale.For(tag).Date(time.Date(2026, month, 1, 0, 0, 0, 0, time.UTC)); !strings.Contains(got, "2026") {
				t.Errorf("%s: %q", tag, got)
			}
		}
	}
}

func TestWords_IsolateValuesInTextFromRightToLeft(t *testing.T) {
	t.Parallel()
	if got := locale.For("he").Text("bio.qr", "address", "a.b/c"); !strings.Contains(got, "\u2068a.b/c\u2069") {
		t.Errorf("%q", got)
	}
	if got := locale.For("en").Text("bio.qr", "address", "{address}"); got != "QR code of {address}" {
		t.Errorf("%q", got)
	}
}

func TestWords_WaitInSecondsAndMinutes(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]string{
		time.Second:              "Too many attempts. Please try again in 1 second.",
		89500 * time.Millisecond: "Too many attempts. Please try again in 90 seconds.",
		91 * time.Second:         "Too many attempts. Please try again in 2 minutes.",
	} {
		if got := locale.English().Wait(wait); got != want {
			t.Errorf("%s: %q", wait, got)
		}
	}
}

func TestWords_GiveEachTextToSharedReports(t *testing.T) {
	t.Parallel()
	english := locale.English().SharedReport()
	for _, tag := range locale.Tags() {
		texts := locale.Choose(locale.Fixed(tag), "", "").SharedReport()
		for english := range english {
			if texts[english] == "" {
				t.Errorf("%s: nothing for %q", tag, english)
			}
		}
	}
	polish := locale.Choose("pl", "", "").SharedReport()["{count, plural, one {# click} other {# clicks}}"]
	if polish != "{count, plural, one {# kliknięcie} few {# kliknięcia} many {# kliknięć} other {# kliknięcia}}" {
		t.Error(polish)
	}
}

// A translation has the texts of English and no others, each with the same placeholders, in the
// plural categories of its language.
func TestCatalogues_AreComplete(t *testing.T) {
	t.Parallel()
	english := locale.Messages(locale.English())
	listed := locale.Tags()
	for _, tag := range listed {
		words := locale.For(tag)
		for id, forms := range locale.Messages(words) {
			if english[id] == nil {
				t.Errorf("%s: %s is not in en.json", tag, id)
				continue
			}
			checkForms(t, words, id, forms, english[id])
		}
		for id := range english {
			if locale.Messages(words)[id] == nil {
				t.Errorf("%s: %s is missing", tag, id)
			}
		}
	}
	names, err := filepath.Glob("locales/*.json")
	if err != nil || len(names) != len(listed) {
		t.Errorf("%d files of %d languages: %v", len(names), len(listed), err)
	}
}

func checkForms(t *testing.T, words *locale.Words, id string, forms, english map[string]string) {
	t.Helper()
	want := placeholders(english["other"])
	categories := []string{"other"}
	if len(english) > 1 {
		categories = locale.Categories(words)
	}
	if got := slices.Sorted(maps.Keys(forms)); !slices.Equal(got, categories) {
		t.Errorf("%s: %s has the plural forms %v, want %v", words.Tag, id, got, categories)
	}
	for category, text := range forms {
		got := placeholders(text)
		if strings.TrimSpace(text) == "" || text != strings.TrimSpace(text) {
			t.Errorf("%s: %s is %q", words.Tag, id, text)
		}
		exact := category == "zero" || category == "one" || category == "two" // may write the number as a word
		if !slices.Equal(got, want) && (!exact || len(got) > 0) {
			t.Errorf("%s: %s (%s) has the placeholders %v, want %v", words.Tag, id, category, got, want)
		}
	}
}

func placeholders(text string) []string {
	found := regexp.MustCompile(`\{[^}]*\}`).FindAllString(text, -1)
	slices.Sort(found)
	return found
}

// Each id that a page uses is in en.json, and each id of en.json is used: as it is, or by a
// literal with the part before its last dot, such as "topic.".
func TestCatalogues_HaveWhatPagesUse(t *testing.T) {
	t.Parallel()
	english := locale.Messages(locale.English())
	literals, used := map[string]bool{}, map[string]bool{}
	calls := regexp.MustCompile(`\b(?:Text|Count)\(?\s*"([a-z_.]+)"\s*([^+\s]?)`)
	literal := regexp.MustCompile(`"([a-z_]+(?:\.[a-z_]*)*)"`)
	for _, root := range []string{"../../edge", "../../infra/mailer", "."} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".html") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			content, err := os.ReadFile(path)
			for _, found := range calls.FindAllStringSubmatch(string(content), -1) {
				if used[found[1]] = true; english[found[1]] == nil && !strings.HasSuffix(found[1], ".") {
					t.Errorf("%s uses %s, which is not in en.json", path, found[1])
				}
			}
			for _, found := range literal.FindAllStringSubmatch(string(content), -1) {
				literals[found[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(used) < 50 {
		t.Errorf("found %d uses", len(used))
	}
	for id := range english {
		if prefix := id[:strings.LastIndexByte(id, '.')+1]; !literals[id] && (prefix == "" || !literals[prefix]) {
			t.Errorf("%s is not used", id)
		}
	}
}
