package routing

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLanguageMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wanted, tag string
		want        bool
	}{{"de", "de-AT", true}, {"DE", "de", true}, {"pt-BR", "pt", false}, {"pt-BR", "pt-br", true}, {"de", "den", false}, {"de", "", false}} {
		if got := speaks(c.wanted, c.tag); got != c.want {
			t.Errorf("speaks(%q, %q) = %v", c.wanted, c.tag, got)
		}
	}
}

func TestWindow_Holds(t *testing.T) {
	t.Parallel()
	const berlin = "Europe/Berlin"
	cases := []struct {
		name, value, at string
		want            bool
	}{
		{"inside", `{"days":["mon"],"from":"09:00","to":"17:30","timeZone":"Europe/Berlin"}`, "2026-07-06T07:00:00Z", true},
		{"the end is outside", `{"days":["mon"],"from":"09:00","to":"17:30","timeZone":"Europe/Berlin"}`, "2026-07-06T15:30:00Z", false},
		{"another day", `{"days":["tue"],"from":"09:00","to":"17:30","timeZone":"Europe/Berlin"}`, "2026-07-06T07:00:00Z", false},
		{"the zone's day, not UTC's", `{"days":["tue"],"from":"00:00","to":"01:00","timeZone":"Europe/Berlin"}`, "2026-07-06T22:30:00Z", true},
		{"before midnight", `{"days":["fri"],"from":"22:00","to":"02:00","timeZone":"Europe/Berlin"}`, "2026-07-10T20:30:00Z", true},
		{"after midnight is still Friday's", `{"days":["fri"],"from":"22:00","to":"02:00","timeZone":"Europe/Berlin"}`, "2026-07-10T23:59:00Z", true},
		{"Friday after midnight is Thursday's", `{"days":["fri"],"from":"22:00","to":"02:00","timeZone":"Europe/Berlin"}`, "2026-07-09T23:00:00Z", false},
		{"Sunday runs into Monday", `{"days":["sun"],"from":"23:00","to":"01:00","timeZone":"UTC"}`, "2026-07-06T00:30:00Z", true},
		{"every day without days", `{"from":"00:00","to":"24:00","timeZone":"UTC"}`, "2026-07-06T23:59:59Z", true},
		// 2026-03-29: Berlin's clocks jump from 02:00 to 03:00 (01:00 UTC).
		{"before the spring change", `{"days":["sun"],"from":"01:00","to":"02:00","timeZone":"Europe/Berlin"}`, "2026-03-29T00:59:59Z", true},
		{"nine o'clock is nine o'clock after it", `{"days":["sun"],"from":"09:00","to":"10:00","timeZone":"Europe/Berlin"}`, "2026-03-29T07:30:00Z", true},
		{"and not eight", `{"days":["sun"],"from":"09:00","to":"10:00","timeZone":"Europe/Berlin"}`, "2026-03-29T08:30:00Z", false},
		// 2026-10-25: 03:00 becomes 02:00 (01:00 UTC); 02:30 comes twice.
		{"half past two the first time", `{"days":["sun"],"from":"02:00","to":"03:00","timeZone":"Europe/Berlin"}`, "2026-10-25T00:30:00Z", true},
		{"half past two the second time", `{"days":["sun"],"from":"02:00","to":"03:00","timeZone":"Europe/Berlin"}`, "2026-10-25T01:30:00Z", true},
		{"three o'clock after it", `{"days":["sun"],"from":"02:00","to":"03:00","timeZone":"Europe/Berlin"}`, "2026-10-25T02:00:00Z", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w, err := compileWindow([]byte(c.value))
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.holds(at); got != c.want {
				t.Errorf("%s in %s is %s: got %v", c.at, berlin, at.In(w.zone), got)
			}
		})
	}
}

func TestLookupKeys(t *testing.T) {
	t.Parallel()
	long := make([]byte, 200)
	for i := range long {
		long[i] = 'x'
	}
	cases := map[string]struct {
		path      string
		sensitive bool
		want      []string
	}{
		"plain":             {"launch", false, []string{"launch", "launch/*", "*"}},
		"folded":            {"LaunchÄ", false, []string{"launchä", "launchä/*", "*"}},
		"case kept":         {"Launch", true, []string{"Launch", "Launch/*", "*"}},
		"color selectors":   {"❤\ufe0f", true, []string{"❤", "❤/*", "*"}},
		"folded whole":      {"STRASSE-ß", false, []string{"strasse-ss", "strasse-ss/*", "*"}},
		"composed":          {"cafe\u0301", true, []string{"café", "café/*", "*"}},
		"a trailing slash":  {"docs/", false, []string{"docs", "docs/*", "*"}},
		"the longest first": {"a/b/c", false, []string{"a/b/c", "a/b/c/*", "a/b/*", "a/*", "*"}},
		"too long":          {"docs/" + string(long), false, []string{"docs/*", "*"}},
		"not UTF-8":         {"docs/\xff", false, []string{"docs/*", "*"}},
		"control bytes":     {"a\x00b", false, []string{"*"}},
		"nothing":           {"", false, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := LookupKeys(c.path, c.sensitive)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if first := FirstKey(c.path, c.sensitive); len(got) > 0 && first != got[0] || len(got) == 0 && first != "" {
				t.Errorf("FirstKey = %q", first)
			}
		})
	}
}

func TestRestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ typed, wildcard, want string }{
		{"docs/a/b", "docs/*", "a/b"}, {"docs", "docs/*", ""}, {"docs/", "docs/*", ""}, {"d%2Fe/a%2fb/", "d/e/*", "a%2fb/"},
		{"a/b", "*", "a/b"}, {"docs/%zz", "docs/*", "%zz"},
	} {
		if got := RestOf(c.typed, c.wildcard); got != c.want {
			t.Errorf("RestOf(%q, %q) = %q, want %q", c.typed, c.wildcard, got, c.want)
		}
	}
}
