package ident_test

import (
	"strings"
	"testing"

	"linnet/internal/base/ident"
)

func TestText_IsTheInverseOfNumber(t *testing.T) {
	t.Parallel()
	for range 1000 {
		id := ident.New(ident.Link)
		number, ok := ident.Number(id)
		if !ok || ident.Text(ident.Link, number) != id {
			t.Fatalf("%q became %d (%v) and %q", id, number, ok, ident.Text(ident.Link, number))
		}
	}
}

func TestNumber_RejectsOtherTexts(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"lnk", "lnk_", "lnk_short", "lnk_ilou0ilou0ilo", "'; DROP TABLE links", "lnk_0000000000000000"} {
		if n, ok := ident.Number(id); ok {
			t.Errorf("Number(%q) = %d", id, n)
		}
	}
	if n, ok := ident.Number(""); !ok || n != 0 {
		t.Error("the empty id is not 0")
	}
}

func TestSequence_MakesConsecutiveIDs(t *testing.T) {
	t.Parallel()
	ids := ident.NewSequence(ident.Link)
	last, ok := ident.Number(ids.Next())
	for range 100 {
		next, valid := ident.Number(ids.Next())
		if !ok || !valid || next != last+1 {
			t.Fatalf("%d (%v) follows %d (%v)", next, valid, last, ok)
		}
		last = next
	}
	if other, _ := ident.Number(ident.NewSequence(ident.Link).Next()); other > last-1000 && other < last+1000 {
		t.Errorf("two sequences begin at %d and %d", last, other)
	}
}

func TestAlias_UsesTheAlphabetEvenly(t *testing.T) {
	t.Parallel()
	counts := map[rune]int{}
	for _, r := range ident.Alias(ident.AliasMixed, 4000*len(ident.AliasMixed)) {
		counts[r]++
	}
	for _, r := range ident.AliasMixed {
		// 4000 expected; the bounds lie six standard deviations away.
		if n := counts[r]; n < 3600 || n > 4400 {
			t.Errorf("%q came %d times of about 4000", r, n)
		}
		delete(counts, r)
	}
	if len(counts) != 0 {
		t.Errorf("strangers: %v", counts)
	}
	if strings.ContainsAny(ident.AliasMixed, "0O1lI") {
		t.Error("the alphabet has look-alikes")
	}
}

func TestNewSecret_HashMatchesText(t *testing.T) {
	t.Parallel()
	a, b := ident.NewSecret("lnt_"), ident.NewSecret("lnt_")
	if a.Text == b.Text || a.Hash == b.Hash {
		t.Fatal("two secrets are alike")
	}
	if ident.HashSecret(a.Text) != a.Hash || !strings.HasPrefix(a.Text, "lnt_") || len(a.Text) < 40 {
		t.Errorf("secret %q does not fit its hash", a.Text)
	}
}
