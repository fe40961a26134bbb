package link_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

func TestCheckAlias(t *testing.T) {
	t.Parallel()
	good := map[string]string{
		"letters":                "launch",
		"digits":                 "2026",
		"all the marks":          "a-b_c.d/e",
		"a dot first":            ".hidden",
		"three dots":             "...",
		"German":                 "größe",
		"Korean":                 "한글",
		"Hindi with vowel signs": "हिन्दी",
		"Thai":                   "ภาษาไทย",
		"Arabic digits":          "٢٠٢٦",
		"an emoji":               "🚀",
		"a heart with selector":  "❤️",
		"a family":               "👨‍👩‍👧",
		"a skin tone":            "👍🏽",
		"a flag":                 "🇩🇪",
		"Scotland":               "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
		"a keycap":               "1️⃣",
		"a copyright sign":       "©",
		"a wildcard":             "docs/*",
		"a deep wildcard":        "docs/v1/*",
		"190 letters":            strings.Repeat("ä", 190),
	}
	for name, alias := range good {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := link.CheckAlias(link.NormalAlias(alias)); err != nil {
				t.Errorf("CheckAlias(%q) = %v", alias, err)
			}
		})
	}
	bad := map[string]string{
		"nothing":                  "",
		"191 letters":              strings.Repeat("ä", 191),
		"a slash first":            "/launch",
		"a slash last":             "launch/",
		"two slashes":              "a//b",
		"a dot segment":            "a/./b",
		"dots first":               "../etc",
		"dots last":                "a/..",
		"a space":                  "a b",
		"a space last":             "a ",
		"a tab":                    "a\tb",
		"a zero byte":              "a\x00",
		"a plus":                   "a+",
		"a question mark":          "a?b",
		"a hash":                   "a#b",
		"a percent":                "a%20b",
		"an at sign":               "@ada",
		"a star inside":            "a*b",
		"a star alone":             "*",
		"a star with slash alone":  "/*",
		"two stars":                "a/*/*",
		"a colon":                  "a:b",
		"a backslash":              `a\b`,
		"quotes":                   `a"b`,
		"a less-than sign":         "a<b",
		"a zero-width space":       "a\u200bb",
		"a joiner between letters": "a\u200db",
		"a joiner at the end":      "👨\u200d",
		"a lone selector":          "\ufe0fa",
		"a lone mark":              "\u0301a",
		"right-to-left override":   "a\u202eb",
		"tags without a flag":      "a\U000e0067",
		"a box":                    "▒",
		"a private use rune":       "\ue000",
		"broken UTF-8":             "a\xff",
		"the replacement rune":     "a\ufffdb",
	}
	for name, alias := range bad {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := link.CheckAlias(link.NormalAlias(alias)); err == nil {
				t.Errorf("CheckAlias(%q) is nil", alias)
			}
		})
	}
}

func TestFoldAlias(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		a, b          string
		caseSensitive bool
		same          bool
	}{
		"case, insensitive":        {"Launch", "lAUNCH", false, true},
		"case, sensitive":          {"Launch", "launch", true, false},
		"umlauts":                  {"ÄRZTE", "ärzte", false, true},
		"sharp s":                  {"straße", "STRASSE", false, true},
		"Greek final sigma":        {"ΟΔΟΣ", "οδος", false, true},
		"composed and decomposed":  {"é", "e\u0301", true, true},
		"with and without color":   {"❤️", "❤", true, true},
		"different letters":        {"a", "b", false, false},
		"digits that look alike":   {"1", "١", false, false},
		"Kelvin and k":             {"\u212a", "k", false, true},
		"ligature stays a letter":  {"ﬁ", "x", false, false},
		"skin tones are different": {"👍🏽", "👍🏻", false, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, b := routing.FoldAlias(c.a, c.caseSensitive), routing.FoldAlias(c.b, c.caseSensitive)
			if (a == b) != c.same {
				t.Errorf("%q and %q fold to %q and %q", c.a, c.b, a, b)
			}
		})
	}
}

func FuzzAlias(f *testing.F) {
	for _, seed := range []string{"launch", "docs/*", "größe", "👨‍👩‍👧", "1️⃣", "a//b", "../x", "a\u0301", "\xff", "İ", "ﬀ", "a\u202eb", "ΐ/ß", "\uab67", "Ꭷ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		alias := link.NormalAlias(raw)
		for _, caseSensitive := range []bool{true, false} {
			folded := routing.FoldAlias(alias, caseSensitive)
			if again := routing.FoldAlias(folded, caseSensitive); again != folded {
				t.Fatalf("folding %q is not stable: %q, then %q", alias, folded, again)
			}
			if routing.FoldAlias(raw, caseSensitive) != folded {
				t.Fatalf("%q folds unlike its normal form", raw)
			}
		}
		if link.CheckAlias(alias) != nil {
			return
		}
		if n := utf8.RuneCountInString(alias); n < 1 || n > routing.MaxAlias || !norm.NFC.IsNormalString(alias) {
			t.Fatalf("%q has %d characters", alias, n)
		}
		if strings.ContainsAny(alias, "?#%+@\\<>\"' \t\r\n:") || strings.ContainsFunc(alias, unicode.IsControl) {
			t.Fatalf("%q has a character that means something else in a path", alias)
		}
		if segments := strings.Split(alias, "/"); slices.Contains(segments, "") || slices.Contains(segments, ".") || slices.Contains(segments, "..") || segments[0] == "*" {
			t.Fatalf("%q has a segment that browsers rewrite, or that takes everything", alias)
		}
		typed := strings.TrimSuffix(alias, "/*")
		if !slices.Contains(routing.LookupKeys(typed, false), routing.FoldAlias(alias, false)) {
			t.Fatalf("%q does not find itself", alias)
		}
	})
}
