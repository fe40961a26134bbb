package duckdb

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// earlierColumns returns the body of CREATE TABLE of version 1 or 2.
func earlierColumns(version int) string {
	const first, second = "workspace UBIGINT NOT NULL, link UBIGINT NOT NULL, ts BIGINT NOT NULL, ",
		`outcome VARCHAR NOT NULL, domain UBIGINT NOT NULL, rule UBIGINT NOT NULL, alias VARCHAR NOT NULL, url VARCHAR NOT NULL,
trigger VARCHAR NOT NULL, country VARCHAR NOT NULL, region VARCHAR NOT NULL, city VARCHAR NOT NULL, continent VARCHAR NOT NULL,
language VARCHAR NOT NULL, os VARCHAR NOT NULL, browser VARCHAR NOT NULL, in_app VARCHAR NOT NULL, device VARCHAR NOT NULL,
referrer VARCHAR NOT NULL, referrer_url VARCHAR NOT NULL, utmsource VARCHAR NOT NULL, utmmedium VARCHAR NOT NULL,
utmcampaign VARCHAR NOT NULL, utmterm VARCHAR NOT NULL, utmcontent VARCHAR NOT NULL`
	if version == 1 {
		return first + "id UBIGINT NOT NULL, visitor UBIGINT, bot VARCHAR NOT NULL, " + second
	}
	return first + "tail BIGINT NOT NULL, visitor UBIGINT, bot VARCHAR NOT NULL, besides VARCHAR NOT NULL, " + second + ", agent UINTEGER NOT NULL"
}

// writeEarlier writes a file of version 1 or 2 as that version did, with the journal
// position 7: October in a month table, the other clicks in the hot table.
func writeEarlier(t *testing.T, path string, version int, clicks []click.Click) {
	t.Helper()
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(text string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), text, args...); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE TABLE clicks_hot (" + earlierColumns(version) + ")")
	run("CREATE TABLE journal (position UBIGINT NOT NULL)")
	run("CREATE TABLE sorted (month VARCHAR NOT NULL)")
	run("INSERT INTO journal VALUES (7)")
	if version > 1 {
		run("CREATE TABLE meta (version INTEGER NOT NULL)")
		run("CREATE TABLE agents (id UINTEGER NOT NULL, agent VARCHAR NOT NULL)")
		run(fmt.Sprintf("INSERT INTO meta VALUES (%d)", version))
	}
	for i := range clicks {
		values, args := earlierRow(version, &clicks[i])
		run("INSERT INTO clicks_hot VALUES ("+values+")", args...)
	}
	november := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
	run("CREATE TABLE clicks_202610 (" + earlierColumns(version) + ", solo BOOLEAN NOT NULL)")
	run(fmt.Sprintf(`INSERT INTO clicks_202610 SELECT *, visitor IS NOT NULL AND count(*) OVER (PARTITION BY ts // 86400000, workspace, visitor) = 1
		FROM clicks_hot WHERE ts < %d ORDER BY workspace, link, ts`, november))
	run(fmt.Sprintf("DELETE FROM clicks_hot WHERE ts < %d", november))
	run("INSERT INTO sorted VALUES ('clicks_202610')")
}

// earlierRow returns the values of a click in the columns of a version.
func earlierRow(version int, c *click.Click) (values string, args []any) {
	seen := "NULL"
	if c.Visitor != 0 {
		seen = fmt.Sprint(c.Visitor)
	}
	id, agent := fmt.Sprint(c.ID), ""
	args = []any{string(c.Bot)}
	if version > 1 {
		id, agent = fmt.Sprint(int64(c.ID^click.IDBase(c.At))), ", 0"
		args = append(args, string(c.NonAgentBotReason))
	}
	args = append(args, string(c.Outcome), c.DomainID, c.RuleID)
	for _, d := range analytics.Dimensions() {
		if d.IDPrefix() == "" && d != analytics.BotReason && d != analytics.Variant && d != analytics.Outcome {
			args = append(args, analytics.ValueOf(d, c))
		}
	}
	return fmt.Sprintf("%d, %d, %d, %s, %s%s%s", c.WorkspaceID, c.LinkID, c.At.UnixMilli(), id, seen, strings.Repeat(", ?", len(args)), agent), args
}

func TestUpgrade_FromVersion1(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	clicks := sortedClicks(400)
	writeEarlier(t, path, 1, clicks)
	oracle := &analyticstest.Oracle{}
	for i := range clicks { // version 1 did not store these
		clicks[i].Agent, clicks[i].NonAgentBotReason, clicks[i].Variant, clicks[i].QRCodeID = "", "", "", 0
		clicks[i].PageID, clicks[i].BlockID = 0, 0
		if slices.Contains([]visitor.BotReason{visitor.BotAddress, visitor.BotPrefetch, visitor.BotHead}, clicks[i].Bot) {
			clicks[i].NonAgentBotReason = clicks[i].Bot
		}
	}
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: 7}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path, Options{MemoryMB: 256})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if p, err := s.Position(t.Context(), ""); err != nil || p != 7 {
		t.Errorf("position %d, %v", p, err)
	}
	agrees := func(when string) {
		t.Helper()
		if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
		for _, workspace := range analyticstest.Workspaces() {
			want, _ := oracle.Recent(t.Context(), everything(workspace), 1000)
			got, err := s.Recent(t.Context(), everything(workspace), 1000)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", when, diff)
			}
		}
	}
	agrees("after opening")
	done, err := s.Reclassify(t.Context(), func(string) visitor.BotReason { return visitor.BotAgent })
	if err != nil || len(done.Changes) > 0 || done.Unknown != int64(len(clicks)) {
		t.Errorf("reclassification changed clicks without a user agent: %+v, %v", done, err)
	}
	if err := s.Compact(t.Context(), time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	agrees("after compaction")
	more := analyticstest.NewWorld(12).Clicks(50)
	for i := range more {
		more[i].Visitor = 0 // their day's salt is deleted
	}
	for _, sink := range []click.Sink{oracle, s} {
		if err := sink.Append(t.Context(), click.Batch{Clicks: more, Through: 9}); err != nil {
			t.Fatal(err)
		}
	}
	agrees("after more clicks")
}

func TestUpgrade_AddsColumns(t *testing.T) {
	t.Parallel()
	for version, missing := range map[int][]string{2: {"variant", "qrcode", "page", "block"}, 3: {"page", "block"}} {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			t.Parallel()
			upgradeFrom(t, version, missing)
		})
	}
}

// dropColumns writes a file of a version without some columns, with the journal position 7.
func dropColumns(t *testing.T, path string, version int, missing []string, clicks []click.Click) {
	t.Helper()
	s, err := Open(t.Context(), path, Options{MemoryMB: 256})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), click.Batch{Clicks: clicks, Through: 7}); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context(), time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	tables, err := clickTables(t.Context(), s.db)
	if err != nil || len(tables) < 2 {
		t.Fatal(tables, err)
	}
	for _, table := range tables {
		for _, name := range missing {
			if _, err := s.db.ExecContext(t.Context(), "ALTER TABLE "+table+" DROP COLUMN "+name); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.db.ExecContext(t.Context(), fmt.Sprint("UPDATE meta SET version = ", version)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// upgradeFrom opens a file of a version without some columns.
func upgradeFrom(t *testing.T, version int, missing []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	clicks := sortedClicks(300)
	oracle := &analyticstest.Oracle{}
	dropColumns(t, path, version, missing, clicks)
	for i := range clicks {
		clicks[i].PageID, clicks[i].BlockID = 0, 0
		if version < 3 {
			clicks[i].Variant, clicks[i].QRCodeID = "", 0
		}
	}
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: 7}); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), path, Options{MemoryMB: 256})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
		t.Error(diff)
	}
	more := sortedClicks(50)
	for i := range more {
		more[i].Visitor = 0 // their day's salt is deleted
	}
	for _, sink := range []click.Sink{oracle, s} {
		if err := sink.Append(t.Context(), click.Batch{Clicks: more, Through: 9}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
		t.Errorf("after more clicks: %s", diff)
	}
}

func TestOpen_RejectsLaterVersion(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.ExecContext(t.Context(), "UPDATE meta SET version = version + 1"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, Options{}); err == nil || !strings.Contains(err.Error(), "later Linnet") {
		t.Errorf("got %v", err)
	}
}

// TestUpgrade_CopiesFileFirst compares the copy with the file before the upgrade, of each
// version that wrote other columns.
func TestUpgrade_CopiesFileFirst(t *testing.T) {
	t.Parallel()
	for version := 1; version < schemaVersion; version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			t.Parallel()
			copiesFileFirst(t, version)
		})
	}
}

func copiesFileFirst(t *testing.T, version int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	clicks := sortedClicks(200)
	if version < 3 {
		writeEarlier(t, path, version, clicks)
	} else {
		dropColumns(t, path, version, []string{"page", "block"}, clicks)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	full := func(string) (int64, error) { return 1 << 20, nil }
	if _, err := Open(t.Context(), path, Options{freeSpace: full}); !errors.Is(err, ErrNoRoomForCopy) {
		t.Fatalf("with a full disk: %v", err)
	}
	for range 2 { // the second start has nothing to upgrade
		s, err := Open(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	copies, err := filepath.Glob(filepath.Join(filepath.Dir(path), "backups", "*"))
	if err != nil || len(copies) != 1 || !strings.HasPrefix(filepath.Base(copies[0]), fmt.Sprintf("clicks-v%d-", version)) {
		t.Fatalf("copies: %v, %v", copies, err)
	}
	if after, err := os.ReadFile(copies[0]); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the copy differs from the file before the upgrade: %v", err)
	}
	in, err := Inspect(t.Context(), copies[0])
	if err != nil || in.Version != version || in.Clicks != 200 || in.Position != 7 {
		t.Errorf("the copy holds %+v, %v", in, err)
	}
	if in, err := Inspect(t.Context(), path); err != nil || in.Version != schemaVersion || in.Clicks != 200 || in.Position != 7 {
		t.Errorf("the upgraded file holds %+v, %v", in, err)
	}
}

// TestUpgrade_CopiesOnceWhenInterrupted fails after the first table. The next start
// upgrades the rest and must not copy the file, which is not of the earlier version.
func TestUpgrade_CopiesOnceWhenInterrupted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	writeEarlier(t, path, 2, sortedClicks(200))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	begun := 0
	_, err := Open(ctx, path, Options{beforeStep: func(statement string) {
		if strings.HasPrefix(statement, "CREATE TABLE new_") {
			if begun++; begun == 2 {
				stop()
			}
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the upgrade ended with %v", err)
	}
	s, err := Open(t.Context(), path, Options{Clock: clock.NewManual(time.Now().Add(time.Hour))})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if in, err := Inspect(t.Context(), path); err != nil || in.Version != schemaVersion || in.Clicks != 200 {
		t.Errorf("the upgraded file holds %+v, %v", in, err)
	}
	copies, err := filepath.Glob(filepath.Join(filepath.Dir(path), "backups", "*"))
	if err != nil || len(copies) != 1 {
		t.Fatalf("copies: %v, %v", copies, err)
	}
	if in, err := Inspect(t.Context(), copies[0]); err != nil || in.Version != 2 || in.Clicks != 200 {
		t.Errorf("the copy holds %+v, %v", in, err)
	}
}

// TestUpgrade_RetainsTheNewestCopies deletes earlier copies of a version, and those of
// versions that were copied long ago.
func TestUpgrade_RetainsTheNewestCopies(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	writeEarlier(t, path, 2, sortedClicks(20))
	dir := filepath.Join(filepath.Dir(path), "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	old := []string{
		"clicks-v2-20240101T000000Z.duckdb", "clicks-v2-20240101T000000Z.duckdb.wal", "clicks-v1-20230101T000000Z.duckdb",
		"clicks-v0-20220101T000000Z.duckdb", "clicks-v00-20210101T000000Z.duckdb", "records-schema9-20210101T000000.000Z.db", "clicks-v2-note",
	}
	for _, name := range old {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(t.Context(), path, Options{Clock: clock.NewManual(time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC))})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{
		"clicks-v0-20220101T000000Z.duckdb", "clicks-v1-20230101T000000Z.duckdb", "clicks-v2-20261126T120000Z.duckdb", "clicks-v2-note",
		"records-schema9-20210101T000000.000Z.db",
	}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Error(diff)
	}
}

func TestUpgrade_WithoutCopy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clicks.duckdb")
	writeEarlier(t, path, 1, sortedClicks(50))
	full := func(string) (int64, error) { return 0, nil }
	s, err := Open(t.Context(), path, Options{freeSpace: full, UpgradeWithoutCopy: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if in, err := Inspect(t.Context(), path); err != nil || in.Version != schemaVersion || in.Clicks != 50 {
		t.Errorf("%+v, %v", in, err)
	}
}
