package link_test

import (
	"strings"
	"testing"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
)

func TestTrimAlias_KeepsEveryAlias(t *testing.T) {
	t.Parallel()
	kept := 0
	for r := range rune(0xe0080) {
		if r > 0x1ffff && r < 0xe0000 { // planes without emoji
			continue
		}
		for _, start := range []string{"", "a", "🏴", "1", "e"} {
			alias := start + string(r)
			if link.CheckAlias(alias) != nil {
				continue
			}
			kept++
			if got := routing.TrimAlias(alias); got != strings.TrimRight(alias, ".") {
				t.Errorf("TrimAlias(%q) = %q", alias, got)
			}
		}
	}
	if kept < 100_000 {
		t.Errorf("only %d aliases were tried", kept)
	}
}

func TestTrimAlias_RemovesWhatProgramsAppend(t *testing.T) {
	t.Parallel()
	for _, junk := range []string{
		".", ",", ";", ":", "!", "?", "…", "。", "、", ")", "]", "}", ">", "\"", "'", "’", "”", "“", "«", "»", "›", "„", "』", "」", "）", "\u0060", "|", "\\", "*",
		" ", "\t", "\n", "\r\n", "\u00a0", "\u2003", "\u3000", "\u2028", "\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\ufeff", "\u00ad", "\x00", "\x7f",
		"\xff", "/", "&", "=", "<", "....", ").", ".”)", "\u200b.\u00a0", "—", "–",
	} {
		for _, alias := range []string{"promo", "promo-", "promo_", "größe/ä", "🙂", "❤\ufe0f", "1\ufe0f\u20e3", "e\u0301"} {
			if got := routing.TrimAlias(alias + junk); got != alias {
				t.Errorf("TrimAlias(%q) = %q, want %q", alias+junk, got, alias)
			}
			if got := routing.TrimAlias("\ufeff\u200b " + alias + junk); got != alias {
				t.Errorf("TrimAlias of %q after invisible characters = %q", alias+junk, got)
			}
		}
	}
	for given, want := range map[string]string{"promo+": "promo+", "promo+.": "promo+", "...": "", "(promo": "(promo", "": ""} {
		if got := routing.TrimAlias(given); got != want {
			t.Errorf("TrimAlias(%q) = %q, want %q", given, got, want)
		}
	}
}
