package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
)

// confine keeps the engine from reading or writing any file but its own and
// those of exports, which have a folder beside it. Statements are ours, but a
// wall costs nothing. An exported file is in the folder only while it is
// written: what is found there at a start was left by a process that died.
func (s *Store) confine(ctx context.Context, db *sql.DB) error {
	folder, err := filepath.Abs(s.path + ".exports")
	if err != nil {
		return err
	}
	s.exports = folder
	if err := os.RemoveAll(s.exports); err != nil {
		return err
	}
	if err := os.MkdirAll(s.exports, 0o700); err != nil {
		return err
	}
	// In this order: once the wall stands, no door can be made.
	for _, statement := range []string{
		"SET GLOBAL allowed_directories = [" + quoted(s.exports) + "]",
		"SET GLOBAL enable_external_access = false",
		"SET GLOBAL lock_configuration = true",
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// quoted spells a text as SQL has it. The engine knows no other escape.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Export writes clicks to a file, oldest first. It is Unavailable when the disk
// has no room for the file.
func (s *Store) Export(ctx context.Context, q analytics.Query, e analytics.Export) (analytics.File, error) {
	if err := enter(ctx, s.heavy); err != nil {
		return analytics.File{}, err
	}
	defer leave(s.heavy)
	place, err := os.CreateTemp(s.exports, "clicks-*."+string(e.Format))
	if err != nil {
		return analytics.File{}, fmt.Errorf("make a file for clicks: %w", fullDisk(err))
	}
	err = s.inTx(ctx, func(tx *sql.Tx) error { return s.copyTo(ctx, tx, q, e, place.Name()) })
	if err != nil {
		return analytics.File{}, errors.Join(fmt.Errorf("write clicks to a file: %w", fullDisk(err)), place.Close(), os.Remove(place.Name()))
	}
	return handOut(place)
}

// fullDisk returns err, which is not nil, as Unavailable when it says that the disk is full: for
// the file, or for what the engine puts on the disk while it sorts. The engine
// has no code for it, only the system's words.
func fullDisk(err error) error {
	words := err.Error()
	if errors.Is(err, syscall.ENOSPC) || strings.Contains(words, "No space left on device") || strings.Contains(words, "max_temp_directory_size") {
		return fault.Wrap(err, fault.Unavailable,
			"The server's disk is full, so the file cannot be made until its operator makes room. Links go on working.")
	}
	return err
}

// handOut returns a written file that is in no folder any more: it is gone when
// it is closed, or when the process dies.
func handOut(place *os.File) (analytics.File, error) {
	name := place.Name()
	written, err := os.Open(name)
	if err := errors.Join(err, place.Close(), os.Remove(name)); err != nil {
		return analytics.File{}, err
	}
	info, err := written.Stat()
	if err != nil {
		return analytics.File{}, errors.Join(err, written.Close())
	}
	return analytics.File{ReadCloser: written, Size: info.Size()}, nil
}

func (s *Store) copyTo(ctx context.Context, tx *sql.Tx, q analytics.Query, e analytics.Export, name string) error {
	from, err := tables(ctx, tx, q.Start, q.End)
	if err != nil {
		return err
	}
	if err := keepWords(ctx, tx, e.Words); err != nil {
		return err
	}
	sc := scopeOf(q, from, same(names(s.cols)+", "+idSQL+" AS id"))
	sc.where = append(sc.where, taken(q.Traffic))
	how := "FORMAT parquet, COMPRESSION zstd"
	if e.Format == analytics.CSV {
		how = "FORMAT csv, HEADER true, FORCE_QUOTE *" // a cell may hold the delimiter of another dialect
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf("COPY (SELECT %s FROM %s ORDER BY ts, id LIMIT %d) TO %s (%s, USE_TMP_FILE false)",
		exportColumns(e.Format), sc.String(), e.Limit, quoted(name), how), sc.args...)
	return err
}

// keepWords puts the words for ids where the statement finds them. The table is
// the connection's own.
func keepWords(ctx context.Context, tx *sql.Tx, words analytics.Words) error {
	if _, err := tx.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE words (dimension VARCHAR, id UBIGINT, word VARCHAR)"); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO words VALUES (?, ?::UBIGINT, ?)")
	if err != nil {
		return err
	}
	defer insert.Close() //nolint:errcheck // the transaction tells of what went wrong
	for dimension, byID := range words {
		for id, word := range byID {
			n, ok := ident.Number(id)
			if !ok {
				continue
			}
			if _, err := insert.ExecContext(ctx, string(dimension), strconv.FormatUint(n, 10), word); err != nil {
				return err
			}
		}
	}
	return nil
}

// exportColumns are those of an exported file, by the names that the API has
// for them. Nothing of them tells who a visitor is.
func exportColumns(f analytics.FileFormat) string {
	at := "to_timestamp(ts / 1000)"
	text := func(sql string) string { return "nullif(" + sql + ", '')" }
	if f == analytics.CSV {
		at = "strftime(epoch_ms(ts), '%Y-%m-%dT%H:%M:%S.%gZ')"
		text = neutralized
	}
	word := func(d analytics.Dimension) string {
		return text(fmt.Sprintf("(SELECT any_value(word) FROM words w WHERE w.dimension = '%s' AND w.id = %s)", d, columnOf(d)))
	}
	cols := []string{
		idText(ident.Click, "id") + ` AS "clickId"`, at + ` AS "at"`,
		idText(ident.Link, "link") + ` AS "linkId"`, word(analytics.Link) + ` AS "link"`, word(analytics.Domain) + ` AS "domain"`,
		idText(ident.Rule, "rule") + ` AS "ruleId"`, word(analytics.Rule) + ` AS "rule"`, text("outcome") + ` AS "outcome"`,
		idText(ident.QRCode, "qrcode") + ` AS "qrCodeId"`, word(analytics.QRCode) + ` AS "qrCode"`,
	}
	for _, d := range analytics.Dimensions() {
		if d.IDPrefix() == "" && d != analytics.BotReason {
			cols = append(cols, text(columnOf(d))+` AS "`+string(d)+`"`)
		}
	}
	return strings.Join(append(cols, `bot <> '' AS "bot"`, text("bot")+` AS "botReason"`), ", ")
}

// neutralized is csvsafe.Neutralize as SQL; an empty text becomes NULL.
func neutralized(sql string) string {
	for _, step := range csvsafe.Steps() {
		sql = fmt.Sprintf("regexp_replace(%s, %s, %s, 'g')", sql, quoted(step.Pattern), quoted(step.Replacement))
	}
	return "nullif(" + sql + ", '')"
}

// idText is ident.Text as SQL.
func idText(prefix, column string) string {
	digits := make([]string, 13)
	for i := range digits {
		bits := fmt.Sprintf("(%s >> %d) & 31", column, 59-5*i)
		if i == len(digits)-1 {
			bits = fmt.Sprintf("(%s & 15) << 1", column)
		}
		digits[i] = fmt.Sprintf("substr('%s', 1 + (%s)::INTEGER, 1)", ident.IDDigits, bits)
	}
	return fmt.Sprintf("CASE WHEN %s <> 0 THEN '%s_' || %s END", column, prefix, strings.Join(digits, " || "))
}
