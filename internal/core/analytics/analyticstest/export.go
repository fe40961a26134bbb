package analyticstest

import (
	"encoding/csv"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
)

// testFind finds clicks before and after compaction, in their own workspace only.
func (s *suite) testFind(t *testing.T) {
	e := s.open(t)
	w := NewWorld(10)
	oracle := fill(t, e, w.Clicks(400))
	for _, when := range []string{"before compaction", "after compaction"} {
		for _, c := range oracle.clicks[:60] {
			for _, workspace := range Workspaces() {
				want, wantErr := oracle.Find(t.Context(), workspace, c.ID)
				got, err := e.Find(t.Context(), workspace, c.ID)
				if fault.Is(wantErr, fault.NotFound) != fault.Is(err, fault.NotFound) || (err != nil && wantErr == nil) {
					t.Fatalf("%s: Find(%d, %d): %v, want %v", when, workspace, c.ID, err, wantErr)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: Find(%d, %d): %s", when, workspace, c.ID, diff)
				}
			}
		}
		compact(t, e, w.End.AddDate(0, 0, -30))
	}
}

// testExport compares CSV files with the oracle's clicks: rows, order, columns
// and escaping. Every engine also supports analytics.Parquet, which has the same
// columns.
func (s *suite) testExport(t *testing.T) {
	e := s.open(t)
	w := NewWorld(13)
	clicks := w.Clicks(500)
	clicks[0].Alias, clicks[0].Place.City = `=HYPERLINK("http://x","y")`, "São, \"Paulo\"\n-1"
	oracle := fill(t, e, clicks)
	compact(t, e, w.End.AddDate(0, -1, 0))
	labeled := ident.Text(ident.Link, Workspaces()[0]^10)
	labels := analytics.Labels{analytics.Link: {labeled: "go.example.com/=a"}}
	for range 10 {
		q := w.Query()
		q.Start, q.End = w.Start.AddDate(0, 0, -2), w.End.AddDate(0, 0, 2)
		want, _ := oracle.Recent(t.Context(), q, len(clicks))
		slices.Reverse(want)
		limit := pick(w, len(clicks), 7)
		want = want[:min(limit, len(want))]
		rows := exportCSV(t, e, q, analytics.Export{Format: analytics.CSV, Limit: limit, Labels: labels})
		if len(rows) != len(want) {
			t.Fatalf("%d rows, want %d\n%+v", len(rows), len(want), q)
		}
		for i, c := range want {
			compareExported(t, labels, rows[i], c)
		}
	}
}

// exportCSV returns the rows of an exported file, by the names of the columns.
func exportCSV(t *testing.T, e analytics.Engine, q analytics.Query, export analytics.Export) (rows []map[string]string) {
	t.Helper()
	file, err := e.Export(t.Context(), q, export)
	if err != nil {
		t.Fatal(err)
	}
	mark := make([]byte, len(csvsafe.ByteOrderMark))
	if _, err := io.ReadFull(file, mark); err != nil || string(mark) != csvsafe.ByteOrderMark {
		t.Errorf("the file begins with %q, %v", mark, err)
	}
	read := csv.NewReader(file)
	lines, err := read.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if size := int64(len(mark)) + read.InputOffset(); size != file.Size {
		t.Errorf("the file has %d bytes, its size is %d", size, file.Size)
	}
	if _, err := file.Read(make([]byte, 1)); err != io.EOF { //nolint:errorlint // a reader's sentinel
		t.Errorf("after the last row: %v", err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// compareExported compares a row with the click.
func compareExported(t *testing.T, labels analytics.Labels, row map[string]string, c click.Click) {
	t.Helper()
	id := func(prefix string, n uint64) string {
		if n == 0 {
			return ""
		}
		return ident.Text(prefix, n)
	}
	bot := "false"
	if c.Bot != "" {
		bot = "true"
	}
	want := map[string]string{
		"clickId": id(ident.Click, c.ID), "at": c.At.UTC().Format("2006-01-02T15:04:05.000Z"),
		"linkId": id(ident.Link, c.LinkID), "link": labels[analytics.Link][ident.Text(ident.Link, c.LinkID)], "domain": "",
		"ruleId": id(ident.Rule, c.RuleID), "rule": "", "qrCodeId": id(ident.QRCode, c.QRCodeID), "qrCode": "",
		"pageId": id(ident.BioPage, c.PageID), "page": "", "blockId": id(ident.PageBlock, c.BlockID),
		"outcome": string(c.Outcome), "bot": bot, "botReason": string(c.Bot),
	}
	for _, d := range analytics.Dimensions() {
		if d.IDPrefix() == "" && d != analytics.BotReason {
			want[string(d)] = csvsafe.Neutralize(analytics.ValueOf(d, &c))
		}
	}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Fatalf("click of %s (-) and its row (+): %s", c.At.Format(time.RFC3339), diff)
	}
}
