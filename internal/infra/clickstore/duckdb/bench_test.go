package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// The clicks of the benchmarks: a year of clicks on 100,000 links in 2,000
// workspaces. One workspace has a fifth of all clicks, one link a tenth. Links and
// places follow a steep distribution. One visitor in fifty clicks twice a day in a
// workspace; with LINNET_BENCH_RETURNS=1 one in three returns to the same link.
const (
	benchLinks = 100_000
	bigShare   = 20 // percent of clicks in workspace 1
	bigLink    = 10 // percent of clicks on link 1, which is workspace 1's
	// benchAgents is the number of user agents; a few have most of the clicks.
	benchAgents = 20_000
)

func benchEnd() time.Time { return analyticstest.BenchEnd() }

func dashboard(workspace uint64, start time.Time, g analytics.Granularity, filters ...analytics.Filter) analytics.Query {
	return analyticstest.Dashboard(workspace, start, g, filters...)
}

// narrow selects the columns of the clicks of some days from which wide derives
// the others. SQL is faster than the pipeline. span is the elapsed part of the
// last day.
func narrow(first time.Time, days, clicksADay int, span time.Duration) string {
	own := "i"
	if os.Getenv("LINNET_BENCH_RETURNS") != "" {
		own = "o"
	}
	return fmt.Sprintf(`r AS (SELECT i, i // %d AS day, CASE WHEN i %% 4 = 0 THEN i + 1 ELSE i END AS o FROM range(%d) t(i)),
d AS (SELECT *, hash(%s + %d) AS h, hash(%s * 7 + %d) AS g, hash(o + %d) AS person, %d + day * 86400000 + (hash(i * 13 + %d) %% %d)::BIGINT AS ts FROM r),
k AS (SELECT *, CASE WHEN h %% 100 < %d THEN 1 WHEN h %% 100 < %d THEN 2 + (g %% 5000) ELSE 5002 + floor(%d * pow((g %% 1000003) / 1000003.0, 3))::BIGINT END AS n FROM d),
w AS (SELECT *, CASE WHEN n <= 5001 THEN 1 ELSE 2 + n %% 1999 END AS ws FROM k)`,
		clicksADay, days*clicksADay, own, first.Unix(), own, first.Unix(), first.Unix(), first.UnixMilli(), first.Unix(), span.Milliseconds(),
		bigLink, bigShare, benchLinks-5001)
}

// wide selects the columns of clicks from the narrow ones.
func wide(visitor string) string {
	return fmt.Sprintf(`ws::UBIGINT, hash(n)::UBIGINT, ts, 0::BIGINT, (%s)::UBIGINT,
 CASE WHEN person %% 100 < 88 THEN '' WHEN person %% 100 < 96 THEN 'agent' ELSE 'preview' END, '', 'redirect', (ws * 11)::UBIGINT, 0::UBIGINT, 0::UBIGINT, 0::UBIGINT, 0::UBIGINT, %s,
 1 + floor(%d * pow((person %% 1000003) / 1000003.0, 4))::UINTEGER`, visitor, benchTexts(), benchAgents)
}

// fillDay appends the clicks of a day to the hot table.
func fillDay(ctx context.Context, s *Store, day time.Time, clicks int, span time.Duration) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO clicks_hot WITH "+narrow(day, 1, clicks, span)+" SELECT "+wide("person")+" FROM w")
	return err
}

// fillMonth creates a past month as Compact would: sorted, with flags and packed
// visitors. Compacting it day by day takes twenty times as long.
func fillMonth(ctx context.Context, s *Store, first time.Time, days, clicksADay int) error {
	month := storage.MonthTable(first)
	return s.inTx(ctx, func(tx *sql.Tx) error {
		return s.script.Run(ctx, tx,
			"CREATE TABLE "+month+" ("+storage.MonthDefinition(s.cols)+")",
			"INSERT INTO "+month+" WITH "+narrow(first, days, clicksADay, 24*time.Hour)+`,
f AS (SELECT *, count(*) OVER (PARTITION BY day, ws, person) = 1 AS solo FROM w),
p AS (SELECT *, dense_rank() OVER (PARTITION BY ws, solo ORDER BY day, person) AS number FROM f),
s AS (SELECT * FROM p ORDER BY ws::UBIGINT, hash(n)::UBIGINT, ts)
SELECT `+wide(fmt.Sprintf("CASE WHEN NOT solo THEN %d + number END", uint64(first.Year()*12+int(first.Month()))<<32))+", solo FROM s",
			"INSERT INTO sorted VALUES ('"+month+"')",
		)
	})
}

// benchTexts gives each text column a plausible number of values, derived from the
// visitor, the link or the click.
func benchTexts() string {
	var all []string
	for _, d := range analytics.Dimensions() {
		if d.IDPrefix() != "" || d == analytics.BotReason || d == analytics.Outcome { // wide has the latter two
			continue
		}
		all = append(all, benchText(d))
	}
	return strings.Join(all, ", ")
}

func benchText(d analytics.Dimension) string {
	steep := func(of string, n int) string {
		return fmt.Sprintf("floor(%d * pow((%s %% 1000003) / 1000003.0, 3))::INT", n, of)
	}
	switch d {
	case analytics.Alias:
		return "'a' || n"
	case analytics.URL:
		return "'https://example.com/landing/' || n"
	case analytics.Trigger:
		return "CASE WHEN g % 10 = 0 THEN 'qr' WHEN g % 10 = 1 THEN 'bio' ELSE 'link' END"
	case analytics.Country:
		return "'C' || " + steep("person", 90)
	case analytics.Region:
		return "'C' || " + steep("person", 90) + " || '-' || person % 12"
	case analytics.City:
		return "'City ' || " + steep("person", 3000)
	case analytics.Continent:
		return "'K' || " + steep("person", 6)
	case analytics.Language:
		return "'l' || " + steep("person", 40)
	case analytics.OS:
		return "'os' || " + steep("person", 6)
	case analytics.Browser:
		return "'b' || " + steep("person", 15)
	case analytics.InApp:
		return "CASE WHEN person % 5 = 0 THEN 'Instagram' ELSE '' END"
	case analytics.Device:
		return "CASE WHEN person % 10 < 6 THEN 'mobile' WHEN person % 10 < 9 THEN 'desktop' ELSE 'tablet' END"
	case analytics.Referrer:
		return "CASE WHEN g % 3 = 0 THEN '' ELSE 'site' || " + steep("g", 200) + " || '.example' END"
	case analytics.ReferrerURL:
		return "CASE WHEN g % 3 = 0 THEN '' ELSE 'https://site' || " + steep("g", 200) + " || '.example/' END"
	default: // campaigns depend on the link
		return "CASE WHEN n % 3 = 0 THEN '" + string(d) + "' || n % 20 ELSE '' END"
	}
}

// benchStore opens a store with LINNET_BENCH_CLICKS clicks. It creates the file in
// LINNET_BENCH_DIR unless it exists.
func benchStore(b *testing.B) (*Store, int) {
	b.Helper()
	total, err := strconv.Atoi(os.Getenv("LINNET_BENCH_CLICKS"))
	if err != nil {
		total = 200_000
	}
	dir := os.Getenv("LINNET_BENCH_DIR")
	if dir == "" {
		dir = b.TempDir()
	}
	path := filepath.Join(dir, fmt.Sprintf("bench-%d.duckdb", total))
	if _, err := os.Stat(path); err != nil {
		made := path + ".making"
		s := openBench(b, made, Options{MemoryMB: 4096})
		fillYear(b, s, total/365)
		if err := errors.Join(s.Close(), os.Rename(made, path)); err != nil {
			b.Fatal(err)
		}
	}
	s := openBench(b, path, Options{})
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	return s, total
}

func openBench(b *testing.B, path string, opts Options) *Store {
	b.Helper()
	s, err := Open(b.Context(), path, opts)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// fillYear creates eleven past months, the past days of this one and today.
func fillYear(b *testing.B, s *Store, clicksADay int) {
	b.Helper()
	start := time.Now()
	today := benchEnd().Truncate(24 * time.Hour)
	thisMonth := today.AddDate(0, 0, 1-today.Day())
	for m := thisMonth.AddDate(0, -11, 0); m.Before(thisMonth); m = m.AddDate(0, 1, 0) {
		if err := fillMonth(b.Context(), s, m, m.AddDate(0, 1, -1).Day(), clicksADay); err != nil {
			b.Fatal(err)
		}
	}
	for day := thisMonth; !day.After(today); day = day.AddDate(0, 0, 1) {
		until := min(benchEnd().Sub(day), 24*time.Hour)
		if err := fillDay(b.Context(), s, day, clicksADay, until); err != nil {
			b.Fatal(err)
		}
		if err := s.Compact(b.Context(), day.Add(until)); err != nil {
			b.Fatal(err)
		}
	}
	fmt.Printf("created a year of clicks, %d a day, in %v\n", clicksADay, time.Since(start).Round(time.Second))
}

// BenchmarkQuestions measures typical queries. Run it with
// `make bench-analytics CLICKS=…`.
func BenchmarkQuestions(b *testing.B) {
	s, total := benchStore(b)
	month, year := analyticstest.BenchMonth(), analyticstest.BenchYear()
	link := benchLink(b, s, analyticstest.BenchWorkspace)
	for _, x := range analyticstest.BenchQuestions(link) {
		b.Run(strings.ReplaceAll(x.Name, " ", "_"), func(b *testing.B) { measure(b, s, x.Query, true) })
	}
	b.Run("again_report_big_workspace_30_days", func(b *testing.B) { measure(b, s, dashboard(1, month, analytics.Day), false) })
	b.Run("again_report_big_workspace_12_months", func(b *testing.B) { measure(b, s, dashboard(1, year, analytics.Month), false) })
	b.Run("last_50_clicks_big_workspace", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Recent(b.Context(), dashboard(1, month, analytics.Day), 50); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "mean-ms")
	})
	b.Run("ten_dashboards_at_once_big_workspace_30_days", func(b *testing.B) {
		tenAtOnce(b, s, func(int) analytics.Query { return dashboard(1, month, analytics.Day) })
	})
	b.Run("ten_different_dashboards_at_once_big_workspace_30_days", func(b *testing.B) {
		tenAtOnce(b, s, func(i int) analytics.Query {
			without := analytics.Filter{Dimension: analytics.City, Values: []string{fmt.Sprintf("City %d", i)}, Negated: true}
			return dashboard(1, month, analytics.Day, without)
		})
	})
	var size int64
	if err := s.db.QueryRowContext(b.Context(), "SELECT used_blocks * block_size FROM pragma_database_size()").Scan(&size); err != nil {
		b.Fatal(err)
	}
	fmt.Printf("%d clicks, %.1f bytes each on disk, %d MB resident\n", total, float64(size)/float64(total), residentMB())
}

// BenchmarkOpenDay measures reports over five million clicks of a live day, which
// have no solo flags; a million are the large workspace's.
func BenchmarkOpenDay(b *testing.B) {
	s := openBench(b, filepath.Join(b.TempDir(), "open.duckdb"), Options{})
	defer s.Close()
	day := benchEnd().Truncate(24 * time.Hour)
	if err := fillDay(b.Context(), s, day, 5_000_000, 11*time.Hour); err != nil {
		b.Fatal(err)
	}
	month := benchEnd().AddDate(0, 0, -30)
	b.Run("report_typical_workspace", func(b *testing.B) { measure(b, s, dashboard(79, month, analytics.Day), true) })
	b.Run("report_big_workspace", func(b *testing.B) { measure(b, s, dashboard(1, month, analytics.Day), true) })
	at := day.Add(11 * time.Hour)
	b.Run("again_after_75000_more", func(b *testing.B) {
		// All are of known visitors: all clicks of each are read again.
		measureAfter(b, s, dashboard(1, month, analytics.Day), func() {
			if err := fillDay(b.Context(), s, at, 375_000, 15*time.Second); err != nil {
				b.Fatal(err)
			}
			at = at.Add(15 * time.Second)
		})
	})
}

// measure reports the median duration of a query; fresh: with an empty cache.
func measure(b *testing.B, s *Store, q analytics.Query, fresh bool) {
	measureAfter(b, s, q, func() {
		if fresh {
			s.reports.InvalidateCache()
		}
	})
}

// measureAfter reports the median duration of a query after a change.
func measureAfter(b *testing.B, s *Store, q analytics.Query, change func()) {
	var took []time.Duration
	var busy time.Duration
	for b.Loop() {
		change()
		start, before := time.Now(), processorTime()
		if _, err := s.Query(b.Context(), q); err != nil {
			b.Fatal(err)
		}
		took, busy = append(took, time.Since(start)), busy+processorTime()-before
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(busy.Microseconds())/1000/float64(len(took)), "cpu-ms")
	b.ReportMetric(0, "ns/op")
}

// tenAtOnce reports the 95th percentile of ten concurrent queries with an empty
// cache.
func tenAtOnce(b *testing.B, s *Store, question func(i int) analytics.Query) {
	var mu sync.Mutex
	var took []time.Duration
	for b.Loop() {
		s.reports.InvalidateCache()
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Go(func() {
				start := time.Now()
				if _, err := s.Query(b.Context(), question(i)); err != nil {
					b.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				took = append(took, time.Since(start))
			})
		}
		wg.Wait()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Milliseconds()), "p95-ms")
	b.ReportMetric(0, "ns/op")
}

// benchLink returns a filter on the workspace's link with the most clicks.
func benchLink(b *testing.B, s *Store, workspace uint64) analytics.Filter {
	b.Helper()
	link, err := analyticstest.BenchLink(b.Context(), s, workspace)
	if err != nil {
		b.Fatal(err)
	}
	return link
}

// processorTime returns the processor time of the process. On a busy machine it is
// more stable than wall time.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// residentMB returns the resident memory of the process.
func residentMB() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		return 0
	}
	return resident * os.Getpagesize() >> 20
}
