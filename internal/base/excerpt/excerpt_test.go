package excerpt_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"linnet/internal/base/excerpt"
)

func TestOf_IsValidTextOfOneLineWithinItsBound(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "plain", "two\nlines\r\n\tof text", "caf\xe9", "a\x00b", "\xff\xfe", strings.Repeat("x", 100), strings.Repeat("é", 60),
		strings.Repeat("€", 40), strings.Repeat("😀", 30), strings.Repeat("\xe2\x82", 50), "x" + strings.Repeat("😀", 30), "xy" + strings.Repeat("😀", 30),
	} {
		for bound := 3; bound < 130; bound++ {
			got := excerpt.Of(text, bound)
			if !utf8.ValidString(got) || len(got) > bound || strings.ContainsAny(got, "\x00\n\r\t") {
				t.Errorf("%q within %d bytes: %q", text, bound, got)
			}
			if whole := excerpt.Of(text, 1000); len(whole) <= bound && got != whole {
				t.Errorf("%q within %d bytes is cut: %q", text, bound, got)
			} else if len(whole) > bound && (!strings.HasSuffix(got, "…") || !strings.HasPrefix(whole, strings.TrimSuffix(got, "…")) || len(got) < bound-3) {
				t.Errorf("%q within %d bytes: %q", text, bound, got)
			}
		}
	}
}
