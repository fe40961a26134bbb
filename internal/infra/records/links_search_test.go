package records_test

import (
	"database/sql"
	"net/url"
	"testing"

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
