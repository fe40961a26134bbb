package records_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// TestSearch_WorksWithoutTrigrams opens PostgreSQL with a role that may not create
// extensions.
func TestSearch_WorksWithoutTrigrams(t *testing.T) {
	t.Parallel()
	address, err := url.Parse(testkit.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	db := driverOf(t, "pgx", address.String())
	for _, statement := range []string{`CREATE ROLE plain LOGIN`, `GRANT ALL ON SCHEMA public TO plain`} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { dropPlain(t, db) })
	settings := address.Query()
	settings.Set("user", "plain")
	address.RawQuery = settings.Encode()
	s, err := records.Open(t.Context(), records.Options{URL: address.String(), Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	owner := testkit.Owner(t, s)
	putLink(t, s, owner, func(l *link.Link) { l.Title = "A rare word" }, "found")
	putLink(t, s, owner, nil, "other")
	page, err := s.Links(t.Context(), owner.View(), link.Filter{Search: "rare", Sort: link.ByCreatedAt, Limit: 10})
	if err != nil || page.Total != 1 || len(page.Links) != 1 || page.Links[0].Alias() != "found" {
		t.Errorf("%+v, %v", page, err)
	}
	var indexes int
	if err := db.QueryRow(`SELECT COUNT(*) FROM pg_indexes WHERE indexname = 'links_search'`).Scan(&indexes); err != nil || indexes != 0 {
		t.Errorf("%d indexes of trigrams, %v", indexes, err)
	}
}

// dropPlain removes the role, which belongs to the server and not to the test's database.
func dropPlain(t *testing.T, db *sql.DB) {
	t.Helper()
	for _, statement := range []string{`DROP OWNED BY plain CASCADE`, `DROP ROLE plain`} {
		if _, err := db.Exec(statement); err != nil {
			t.Error(err)
		}
	}
}

// TestSearch_RejectsShortWordsAmongManyLinks searches in a workspace with more links than a
// search may compare.
func TestSearch_RejectsShortWordsAmongManyLinks(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		s.SetFew(2)
		s.SetTexts(8)
		owner := testkit.Owner(t, s)
		for i := range 9 {
			putLink(t, s, owner, func(l *link.Link) {
				l.Title = "frequent 東京"
				if i == 4 {
					l.Title = "frequent and rare 東京"
				}
				if i%3 == 0 {
					l.Tags = []string{"third"}
				}
			}, fmt.Sprintf("q%d", i))
		}
		find := func(f link.Filter) (int, error) {
			f.Sort, f.Limit, f.CountAll = link.ByCreatedAt, 100, true
			page, err := s.Links(t.Context(), owner.View(), f)
			if len(page.Links) != page.Total {
				t.Errorf("%q: %d links of %d", f.Search, len(page.Links), page.Total)
			}
			return page.Total, err
		}
		for search, want := range map[string]int{"": 9, "frequent": 9, "rare": 1, "東京 rare": 1, "rare q4": 1, "rare q5": 0, "frequent nothing": 0} {
			if n, err := find(link.Filter{Search: search}); n != want || err != nil {
				t.Errorf("%q: %d links, want %d, %v", search, n, want, err)
			}
		}
		for _, search := range []string{"東京", "q", "zz", "frequent 東京", "東京 q"} {
			_, err := find(link.Filter{Search: search})
			if faults := new(fault.Error); !errors.As(err, &faults) || faults.Code != fault.Invalid || faults.Fields[0].Field != "search" {
				t.Errorf("%q among all: %v", search, err)
			}
			if _, err := find(link.Filter{Search: search, Tags: []string{"third"}}); err != nil {
				t.Errorf("%q among those with a tag: %v", search, err)
			}
		}
		if n, err := find(link.Filter{Search: "東京", Tags: []string{"third"}}); n != 3 || err != nil {
			t.Errorf("%d links with the tag, %v", n, err)
		}
		s.SetTexts(9)
		if n, err := find(link.Filter{Search: "東京"}); n != 9 || err != nil {
			t.Errorf("%d links of nine, %v", n, err)
		}
	})
}
