package app

import (
	"testing"

	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// TestCheckDefaultDomain_IsAboutTheDomainOnly leaves records that cannot be read to their
// own check.
func TestCheckDefaultDomain_IsAboutTheDomainOnly(t *testing.T) {
	t.Parallel()
	s, err := records.Open(t.Context(), records.Options{Dir: testkit.SQLiteDir(t)})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Owner(t, s)
	own, other := checkDefaultDomain(s, testkit.Host), checkDefaultDomain(s, "other.example.com")
	if err := own(t.Context()); err != nil {
		t.Error(err)
	}
	if err := other(t.Context()); err == nil {
		t.Error("another domain passes")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, check := range []func() error{func() error { return own(t.Context()) }, func() error { return other(t.Context()) }} {
		if err := check(); err != nil {
			t.Errorf("without the records: %v", err)
		}
	}
	if err := s.Probe(t.Context()); err == nil {
		t.Error("the records can be read after they were closed")
	}
}
