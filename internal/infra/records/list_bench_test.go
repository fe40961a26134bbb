package records_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// manyLinks is how many links the benchmarks list: LINNET_BENCH_LINKS, or the
// 10,000 of the largest package that people fill.
func manyLinks(tb testing.TB) int {
	n, err := strconv.Atoi(os.Getenv("LINNET_BENCH_LINKS"))
	if err != nil {
		return 10_000
	}
	return n
}

// numbers counts from 1 to $1, in the engine's own words.
func numbers(engine string) string {
	if engine == "postgres" {
		return `generate_series(1, $1::bigint) AS s (i)`
	}
	return `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT i FROM n) AS s`
}

// fillLinks inserts n links of every kind into a workspace with SQL: a million
// would take minutes through the store.
func fillLinks(tb testing.TB, engine, driver, dsn, workspaceID string, n int) {
	tb.Helper()
	db := driverOf(tb, driver, dsn)
	domain, at := "", testkit.Day().UnixMilli()
	if err := db.QueryRow(`SELECT id FROM domains`).Scan(&domain); err != nil {
		tb.Fatal(err)
	}
	for _, q := range []struct {
		text string
		args []any
	}{
		{`INSERT INTO tags (id, workspace_id, name, name_folded, created_at) VALUES ('tag_1', $1, 'spring', 'spring', 0)`, []any{workspaceID}},
		{fmt.Sprintf(`INSERT INTO links (id, workspace_id, domain_id, url, title, redirect_status, forward_query, forward_path, indexable,
			alias_folded, search, created_by, created_at, updated_at, version, archived, expires_at)
			SELECT 'lnk_' || (1000000000000 + i * 7919 %% 10000000), '%s', '%s', 'https://shop.example/products/' || i, 'Product number ' || i, 302, TRUE, FALSE, FALSE,
			'p' || (i * 7919 %% 10000000), 'https://shop.example/products/' || i || ' product number ' || i || ' p' || (i * 7919 %% 10000000), 'usr_x', %d - i * 1000, %d, 1,
			i %% 10 = 0, CASE WHEN i %% 7 = 0 THEN %d ELSE 0 END FROM %s`, workspaceID, domain, at, at, at, numbers(engine)), []any{n}},
		{`INSERT INTO aliases (domain_id, folded, alias, target_kind, target_id, position, created_at) SELECT domain_id, alias_folded, alias_folded, 'link', id, 0, created_at FROM links`, nil},
		{`INSERT INTO link_clicks (link_id, workspace_id, clicks, last_clicked_at) SELECT id, workspace_id, created_at % 9973, created_at FROM links WHERE created_at % 3000 = 0`, nil},
		{`INSERT INTO link_tags (link_id, tag_id) SELECT id, 'tag_1' FROM links WHERE created_at % 20000 = 0`, nil},
		{`ANALYZE`, nil},
	} {
		if _, err := db.Exec(q.text, q.args...); err != nil {
			tb.Fatalf("%s: %v", q.text, err)
		}
	}
}

// questions are the benchmarked filters.
func questions() map[string]link.Filter {
	living := []link.Status{link.Active, link.Scheduled, link.Expired, link.Blocked}
	return map[string]link.Filter{
		"first page":           {Sort: link.ByCreatedAt, Statuses: living},
		"by alias":             {Sort: link.ByAlias, Ascending: true, Statuses: living},
		"by clicks":            {Sort: link.ByClickCount, Statuses: living},
		"by last click":        {Sort: link.ByLastClickedAt, Statuses: living},
		"active":               {Sort: link.ByCreatedAt, Statuses: []link.Status{link.Active}},
		"archived":             {Sort: link.ByCreatedAt, Statuses: []link.Status{link.Archived}},
		"a tag":                {Sort: link.ByCreatedAt, Tags: []string{"spring"}, Statuses: living},
		"search, many":         {Sort: link.ByCreatedAt, Search: "product", Statuses: living},
		"search, few":          {Sort: link.ByCreatedAt, Search: "number 4242", Statuses: living},
		"search, none":         {Sort: link.ByClickCount, Search: "nowhere to be found", Statuses: living},
		"search one, by click": {Sort: link.ByClickCount, Search: "77", Statuses: living},
	}
}

// BenchmarkListLinks times pages of 100 (LINNET_BENCH_LINKS links).
func BenchmarkListLinks(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			s, driver, dsn := benchStore(b, engine)
			owner := testkit.Owner(b, s)
			fillLinks(b, engine, driver, dsn, owner.WorkspaceID, manyLinks(b))
			for name, f := range questions() {
				f.Limit, f.Now = 100, testkit.Day().Add(time.Hour)
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						if _, err := s.Links(b.Context(), owner.View(), f); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		})
	}
}

func benchStore(tb testing.TB, engine string) (s *records.Store, driver, dsn string) {
	tb.Helper()
	dir := tb.TempDir()
	o := records.Options{Dir: dir}
	driver, dsn = records.SQLiteDriver, filepath.Join(dir, records.File)
	if engine == "postgres" {
		o.URL = testkit.Postgres(tb)
		driver, dsn = "pgx", o.URL
	}
	s, err := records.Open(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s, driver, dsn
}

// BenchmarkTarget times the first visits of links, which no cache has.
func BenchmarkTarget(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			s, driver, dsn := benchStore(b, engine)
			n := manyLinks(b)
			fillLinks(b, engine, driver, dsn, testkit.Owner(b, s).WorkspaceID, n)
			on, err := s.DomainByHost(b.Context(), testkit.Host)
			if err != nil {
				b.Fatal(err)
			}
			i := 0
			for b.Loop() {
				i++
				keys := routing.LookupKeys(fmt.Sprintf("p%d", (1+i%n)*7919%10_000_000), false)
				if _, err := s.Target(b.Context(), on.ID, keys); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
