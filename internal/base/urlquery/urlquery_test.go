package urlquery_test

import (
	"slices"
	"testing"

	"linnet/internal/base/urlquery"
)

// M1 and M4 of the review: keys were compared byte by byte, and the first pair counted even if empty.
func TestValues_ReadsKeysAsProgramsWriteThem(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{ // source, medium, term
		"":                             {"", "", ""},
		"a=b":                          {"", "", ""},
		"utm_source=x&utm_source=y":    {"x", "", ""},
		"UTM_SOURCE=x&Utm_Medium=Mail": {"x", "Mail", ""},
		"utm%5Fsource=x&%75tm_term=y":  {"x", "", "y"},
		"a=1&amp;utm_source=x&amp;amp;utm_term=y":    {"x", "", "y"},
		"amp%3Butm_source=x&AMP;utm_medium=y":        {"x", "y", ""},
		"utm_source=&utm_source=%20&utm_source=x":    {"x", "", ""},
		"utm_medium=100%&utm_term=a+b&utm_source=%":  {"%", "100%", "a b"},
		"utm%255Fsource=x&xutm_source=y&utm_sourc=z": {"", "", ""},
		"utm_term&%=y&utm_source":                    {"", "", ""},
	} {
		got := make([]string, 3)
		urlquery.Values(query, got, "utm_source", "utm_medium", "utm_term")
		if !slices.Equal(got, want) || urlquery.Value(query, "utm_source") != want[0] {
			t.Errorf("%q: %q and %q, want %q", query, got, urlquery.Value(query, "utm_source"), want)
		}
	}
}

func TestSplit_ReturnsThePairsOfSomeKeysAndTheRest(t *testing.T) {
	t.Parallel()
	wanted, rest := urlquery.Split("b=1&UTM_Source=x&qr=&&c&amp;qr=1", "utm_source", "qr")
	if !slices.Equal(wanted, []string{"UTM_Source=x", "amp;qr=1"}) || !slices.Equal(rest, []string{"b=1", "", "c"}) {
		t.Errorf("%q and %q", wanted, rest)
	}
}

func TestValue_AllocatesNothingForPlainQueries(t *testing.T) {
	for _, query := range []string{"", "a=b&c=d", "qr=1"} {
		if n := testing.AllocsPerRun(100, func() { urlquery.Value(query, "qr") }); n != 0 {
			t.Errorf("%q: %v allocations", query, n)
		}
	}
}
