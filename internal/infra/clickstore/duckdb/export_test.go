package duckdb

import (
	"context"
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// exported returns a store with random clicks, and one whose texts look like
// formulas.
func exported(t *testing.T) (*Store, analytics.Query, []click.Click) {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "it's clicks.duckdb"), Options{MemoryMB: 128, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	w := analyticstest.NewWorld(7)
	q := analytics.Query{
		WorkspaceID: analyticstest.Workspaces()[0], Start: w.Start.AddDate(0, 0, -2), End: w.End.AddDate(0, 0, 2),
		Location: time.UTC, Traffic: analytics.All, AnyOutcome: true,
	}
	var all, mine []click.Click
	for range 500 {
		all = append(all, w.Click())
	}
	hostile := w.Click()
	hostile.WorkspaceID, hostile.LinkID, hostile.At = q.WorkspaceID, 1<<63+5, w.Start
	hostile.Alias, hostile.Place.City, hostile.Referrer = `=HYPERLINK("http://x","y")`, "São, \"Paulo\"", "+cmd|' /C calc'!A0"
	hostile.UTM.Source, hostile.UTM.Term = "-2+3", "@SUM(1)"
	hostile.UTM.Medium, hostile.UTM.Campaign, hostile.UTM.Content = "＝1", "a;=1+1", "\ta\t-1,'+2"
	all = append(all, hostile)
	if err := s.Append(t.Context(), click.Batch{Clicks: all, Through: 1}); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.WorkspaceID == q.WorkspaceID && c.LinkID != 0 {
			mine = append(mine, c)
		}
	}
	return s, q, mine
}

func export(t *testing.T, s *Store, q analytics.Query, f analytics.FileFormat) []byte {
	t.Helper()
	file, err := s.Export(t.Context(), q, analytics.Export{Format: f, Limit: 100_000, Labels: analytics.Labels{
		analytics.Link: {ident.Text(ident.Link, 1<<63+5): "go.example.com/=evil"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil || int64(len(content)) != file.Size {
		t.Fatalf("%d bytes of %d: %v", len(content), file.Size, err)
	}
	if left, err := os.ReadDir(s.exportDir); err != nil || len(left) != 0 {
		t.Errorf("files in the export directory: %v %v", left, err)
	}
	return content
}

// TestExport_ParquetIsReadable reads the file with another DuckDB instance.
func TestExport_ParquetIsReadable(t *testing.T) {
	t.Parallel()
	s, q, mine := exported(t)
	name := filepath.Join(t.TempDir(), "clicks.parquet")
	if err := os.WriteFile(name, export(t, s, q, analytics.Parquet), 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	rows, err := other.QueryContext(t.Context(), `SELECT "clickId", epoch_ms("at"), "linkId", coalesce("alias", ''), coalesce("city", ''), coalesce("utmSource", ''), "bot"
		FROM read_parquet('`+name+`')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	type line struct {
		ID, Link, Alias, City, Source string
		At                            int64
		Bot                           bool
	}
	got, want := map[string]line{}, map[string]line{}
	last := int64(0)
	for rows.Next() {
		var l line
		if err := rows.Scan(&l.ID, &l.At, &l.Link, &l.Alias, &l.City, &l.Source, &l.Bot); err != nil {
			t.Fatal(err)
		}
		if l.At < last {
			t.Error("the clicks are not sorted by time")
		}
		got[l.ID], last = l, l.At
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, c := range mine {
		id := ident.Text(ident.Click, c.ID)
		want[id] = line{ID: id, At: c.At.UnixMilli(), Link: ident.Text(ident.Link, c.LinkID), Alias: c.Alias, City: c.Place.City, Source: c.UTM.Source, Bot: c.Bot != ""}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 50 {
		t.Errorf("%d clicks: %s", len(want), diff)
	}
	var columns string
	if err := other.QueryRowContext(t.Context(), `SELECT string_agg(name, ' ') FROM parquet_schema('`+name+`')`).Scan(&columns); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(columns, "visitor") || strings.Contains(columns, "address") {
		t.Errorf("the file has columns about visitors: %s", columns)
	}
}

func TestExport_CSVHasNoFormulas(t *testing.T) {
	t.Parallel()
	s, q, mine := exported(t)
	file, marked := strings.CutPrefix(string(export(t, s, q, analytics.CSV)), csvsafe.ByteOrderMark)
	if !marked || !strings.HasSuffix(file, csvsafe.LineEnd) {
		t.Error("the file has no byte order mark, or a row without CRLF")
	}
	if !strings.Contains(file, `"a;'=1+1"`) {
		t.Error("a cell with a semicolon is not quoted")
	}
	lines, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != len(mine)+1 {
		t.Errorf("%d lines for %d clicks", len(lines), len(mine))
	}
	all := fmt.Sprint(lines)
	for _, want := range []string{`'=HYPERLINK("http://x","y")`, `São, "Paulo"`, "'+cmd|' /C calc'!A0", "'-2+3", "'@SUM(1)", "go.example.com/=evil", "'＝1", csvsafe.Neutralize("\ta\t-1,'+2")} {
		if !strings.Contains(all, want) {
			t.Errorf("the file lacks %s", want)
		}
	}
	for _, line := range lines {
		for i, cell := range line {
			if csvsafe.Neutralize(csvsafe.Restore(cell)) != cell {
				t.Errorf("the cell %q of %s is a formula", cell, lines[0][i])
			}
		}
	}
	if got := lines[0][:3]; !cmp.Equal(got, []string{"clickId", "at", "linkId"}) {
		t.Errorf("the file begins with %v", got)
	}
}

func TestExport_FiltersAndStopsOnCancel(t *testing.T) {
	t.Parallel()
	s, q, mine := exported(t)
	q.Traffic = analytics.Human
	q.Filters = []analytics.Filter{{Dimension: analytics.City, Values: []string{"o'hare; drop table clicks_hot", strings.ToLower(mine[0].Place.City)}}}
	file := strings.TrimPrefix(string(export(t, s, q, analytics.CSV)), csvsafe.ByteOrderMark)
	lines, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := 1
	for _, c := range mine {
		if c.Bot == "" && strings.EqualFold(c.Place.City, mine[0].Place.City) {
			want++
		}
	}
	if len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Export(gone, q, analytics.Export{Format: analytics.CSV, Limit: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled export: %v", err)
	}
}

// TestOpen_ConfinesEngineToItsFiles executes statements that access other files.
func TestOpen_ConfinesEngineToItsFiles(t *testing.T) {
	t.Parallel()
	s, _, _ := exported(t)
	secret := filepath.Join(t.TempDir(), "secret.csv")
	if err := os.WriteFile(secret, []byte("a\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"SELECT * FROM read_csv('" + secret + "')",
		"COPY (SELECT 1) TO '" + secret + "'",
		"ATTACH '" + secret + ".duckdb' AS other",
		"SET enable_external_access = true",
		"SET GLOBAL allowed_directories = ['/']",
		"COPY (SELECT 1) TO '" + s.exportDir + "/../out.csv'",
	} {
		if _, err := s.db.ExecContext(t.Context(), statement); err == nil {
			t.Errorf("%s succeeded", statement)
		}
	}
}

func TestFind_ReturnsClicksOfTheWorkspaceOnly(t *testing.T) {
	t.Parallel()
	s, q, mine := exported(t)
	want := mine[len(mine)/2]
	want.Visitor, want.Agent = 0, ""
	for _, when := range []string{"just arrived", "moved to its month"} {
		got, err := s.Find(t.Context(), q.WorkspaceID, want.ID)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", when, err, diff)
		}
		for _, other := range [][2]uint64{{q.WorkspaceID + 1, want.ID}, {q.WorkspaceID, want.ID + 1}} {
			if _, err := s.Find(t.Context(), other[0], other[1]); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: click %d of workspace %d: %v", when, other[1], other[0], err)
			}
		}
		if err := s.Compact(t.Context(), mine[0].At.AddDate(1, 0, 0)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExport_FullDiskIsUnavailable writes to a device on which every write fails
// with ENOSPC. The store's own connection is confined to its files, so that the
// statement runs on another one.
func TestExport_FullDiskIsUnavailable(t *testing.T) {
	t.Parallel()
	s, q, _ := exported(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("duckdb", s.path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, format := range []analytics.FileFormat{analytics.CSV, analytics.Parquet} {
		err := storage.InTx(t.Context(), db, func(tx *sql.Tx) error {
			return s.copyTo(t.Context(), tx, q, analytics.Export{Format: format, Limit: 100_000}, "/dev/full")
		})
		if err == nil {
			t.Fatalf("%s to a full disk: no error", format)
		}
		err = diskFull(err)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Unavailable || !strings.Contains(f.Message, "disk is full") {
			t.Errorf("%s to a full disk: %v", format, err)
		}
	}
}
