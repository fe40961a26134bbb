package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// Export writes clicks to a file, oldest first. It returns fault.Unavailable
// when the disk is full.
func (s *Store) Export(ctx context.Context, q analytics.Query, e analytics.Export) (analytics.File, error) {
	if err := s.queries.Acquire(ctx, 1); err != nil {
		return analytics.File{}, err
	}
	defer s.queries.Release(1)
	file, err := os.CreateTemp(s.exportDir, "clicks-*."+string(e.Format))
	if err != nil {
		return analytics.File{}, fmt.Errorf("create an export file: %w", diskFull(err))
	}
	err = s.inTxWith(ctx, clicksql.TempTables(q), func(tx *sql.Tx) error { return s.copyTo(ctx, tx, q, e, file.Name()) })
	if err != nil {
		return analytics.File{}, errors.Join(fmt.Errorf("export clicks: %w", diskFull(err)), file.Close(), os.Remove(file.Name()))
	}
	written, err := unlink(file)
	if err == nil && e.Format == analytics.CSV {
		written = marked(written)
	}
	return written, err
}

// marked returns a CSV file with the byte order mark, which DuckDB does not write.
func marked(file analytics.File) analytics.File {
	read := io.MultiReader(strings.NewReader(csvsafe.ByteOrderMark), file)
	return analytics.File{
		ReadCloser: struct {
			io.Reader
			io.Closer
		}{read, file},
		Size: file.Size + int64(len(csvsafe.ByteOrderMark)),
	}
}

// diskFull returns err, which is not nil, as fault.Unavailable when the disk is
// full, be it for the file or for DuckDB's temporary files. DuckDB reports that
// in the text of its errors only.
func diskFull(err error) error {
	text := err.Error()
	if errors.Is(err, syscall.ENOSPC) || strings.Contains(text, "No space left on device") ||
		strings.Contains(text, "max_temp_directory_size") {
		return fault.Wrap(err, fault.Unavailable,
			"The server's disk is full, so the file cannot be created until its operator frees space. Links keep working.")
	}
	return err
}

// unlink removes a written file from its directory and returns it opened for
// reading: the system deletes it when it is closed or the process dies.
func unlink(file *os.File) (analytics.File, error) {
	name := file.Name()
	written, err := os.Open(name)
	if err := errors.Join(err, file.Close(), os.Remove(name)); err != nil {
		return analytics.File{}, err
	}
	info, err := written.Stat()
	if err != nil {
		return analytics.File{}, errors.Join(err, written.Close())
	}
	return analytics.File{ReadCloser: written, Size: info.Size()}, nil
}

func (s *Store) copyTo(ctx context.Context, tx *sql.Tx, q analytics.Query, e analytics.Export, name string) error {
	tables, err := storage.Tables(ctx, tx, q.Start, q.End)
	if err != nil {
		return err
	}
	if err := createLabels(ctx, tx, e.Labels); err != nil {
		return err
	}
	scope := clicksql.ScopeOf(storage.Dialect{}, q, tables)
	scope.AndTraffic()
	from := "(" + scope.Select(func(clicksql.Table) string { return clicksql.Names(s.cols) + ", " + storage.ID + " AS id" }, "") + ")"
	options := "FORMAT parquet, COMPRESSION zstd"
	if e.Format == analytics.CSV {
		// As csvsafe writes; a cell may contain the delimiter of another CSV dialect.
		options = "FORMAT csv, HEADER true, FORCE_QUOTE *, NEW_LINE " + storage.Quote(csvsafe.LineEnd)
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf("COPY (SELECT %s FROM %s%s LIMIT %d) TO %s (%s, USE_TMP_FILE false)",
		exportColumns(e.Format), from, clicksql.OldestFirst(storage.Dialect{}), e.Limit, storage.Quote(name), options), scope.Args...)
	return err
}

// createLabels fills the connection's temporary table of labels.
func createLabels(ctx context.Context, tx *sql.Tx, labels analytics.Labels) error {
	if _, err := tx.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE labels (dimension VARCHAR, id UBIGINT, label VARCHAR)"); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO labels VALUES (?, ?::UBIGINT, ?)")
	if err != nil {
		return err
	}
	defer insert.Close() //nolint:errcheck // the transaction reports what failed
	for dimension, byID := range labels {
		for id, label := range byID {
			n, ok := ident.Number(id)
			if !ok {
				continue
			}
			if _, err := insert.ExecContext(ctx, string(dimension), strconv.FormatUint(n, 10), label); err != nil {
				return err
			}
		}
	}
	return nil
}

// exportColumns selects the columns of an exported file, named as in the API.
// None of them identifies a visitor.
func exportColumns(f analytics.FileFormat) string {
	at := "to_timestamp(ts / 1000)"
	text := func(expr string) string { return "nullif(" + expr + ", '')" }
	if f == analytics.CSV {
		at = "strftime(epoch_ms(ts), '%Y-%m-%dT%H:%M:%S.%gZ')"
		text = neutralized
	}
	label := func(d analytics.Dimension) string {
		return text(fmt.Sprintf("(SELECT any_value(label) FROM labels l WHERE l.dimension = '%s' AND l.id = %s)", d, d.Column()))
	}
	cols := []string{
		idText(ident.Click, "id") + ` AS "clickId"`, at + ` AS "at"`,
		idText(ident.Link, "link") + ` AS "linkId"`, label(analytics.Link) + ` AS "link"`, label(analytics.Domain) + ` AS "domain"`,
		idText(ident.Rule, "rule") + ` AS "ruleId"`, label(analytics.Rule) + ` AS "rule"`,
		idText(ident.QRCode, "qrcode") + ` AS "qrCodeId"`, label(analytics.QRCode) + ` AS "qrCode"`,
		idText(ident.BioPage, "page") + ` AS "pageId"`, label(analytics.Page) + ` AS "page"`, idText(ident.PageBlock, "block") + ` AS "blockId"`,
	}
	for _, d := range analytics.Dimensions() {
		if d.IDPrefix() == "" && d != analytics.BotReason {
			cols = append(cols, text(d.Column())+` AS "`+string(d)+`"`)
		}
	}
	return strings.Join(append(cols, `bot <> '' AS "bot"`, text("bot")+` AS "botReason"`), ", ")
}

// neutralized is csvsafe.Neutralize as SQL; an empty text becomes NULL.
func neutralized(expr string) string {
	for _, step := range csvsafe.Steps() {
		expr = fmt.Sprintf("regexp_replace(%s, %s, %s, 'g')", expr, storage.Quote(step.Pattern), storage.Quote(step.Replacement))
	}
	return "nullif(" + expr + ", '')"
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
