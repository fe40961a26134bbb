package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"linnet/internal/base/fault"
)

// CopySource is a consistent view of the records of another database, for a copy.
// Nodes may write to them meanwhile. It changes nothing.
type CopySource struct {
	// Origin identifies the install: it is the id of the default domain.
	Origin string
	// KeyCheck is the check of the secret key; nil: none.
	KeyCheck []byte
	// Rows is the number of rows that a copy reads.
	Rows int64
	// Images is the number of uploaded images, whose files are not records.
	Images int64

	tables []copyTable
	d      dialect
	db     *sql.DB
	tx     *sql.Tx
}

// OpenCopySource opens the records at a URL of PostgreSQL, or in the data folder Dir.
// They must have the schema of this version.
func OpenCopySource(ctx context.Context, o Options) (s *CopySource, err error) {
	s = &CopySource{d: postgresDialect()}
	dsn := postgresDSN(o.URL)
	if o.URL == "" {
		file := filepath.Join(o.Dir, File)
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("open the records to copy: %w", err)
		}
		s.d = sqliteDialect()
		// A deferred transaction, which does not lock out the writer.
		dsn = sqliteURL(file, "_busy_timeout=10000", "_query_only=1")
	}
	if s.db, err = sql.Open(s.d.driver, dsn); err != nil {
		return nil, errDatabaseURL // the driver's error may contain the password
	}
	if err := s.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the records to copy: %w", err), s.Close())
	}
	return s, nil
}

// begin begins the transaction of the view and describes the records.
func (s *CopySource) begin(ctx context.Context) (err error) {
	options := &sql.TxOptions{ReadOnly: s.d.name == "postgres"}
	if options.ReadOnly {
		options.Isolation = sql.LevelRepeatableRead
	}
	if s.tx, err = s.db.BeginTx(ctx, options); err != nil {
		return err
	}
	if options.ReadOnly {
		if _, err := s.tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
	}
	c := conn{q: s.tx, d: &s.d}
	if err := checkSchema(ctx, c); err != nil {
		return err
	}
	if s.Origin, err = queryOne(ctx, c, value[string], `SELECT id FROM domains WHERE workspace_id = ''`); err != nil {
		return withSentence(err, fault.NotFound, "These records were never used: start Linnet on them first, or name the right ones.")
	}
	if s.KeyCheck, err = keyCheckOf(ctx, c); err != nil {
		return err
	}
	if s.Images, err = queryOne(ctx, c, value[int64], `SELECT COUNT(*) FROM media`); err != nil {
		return err
	}
	if s.tables, err = copyTables(ctx); err != nil {
		return err
	}
	for _, t := range s.tables {
		n, err := queryOne(ctx, c, value[int64], `SELECT COUNT(*) FROM `+t.name)
		if err != nil {
			return err
		}
		s.Rows += n
	}
	return nil
}

// checkSchema refuses records of another schema: a node of another version may be
// using them.
func checkSchema(ctx context.Context, c conn) error {
	newest, err := newestSchema(c.d)
	if err != nil {
		return err
	}
	found, err := queryOne(ctx, c, value[int64], `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`)
	if err != nil {
		return err
	}
	if found != newest {
		return fault.New(fault.Conflict, fmt.Sprintf(
			"These records have schema %d and this version of Linnet has schema %d. Start the node with this version first.", found, newest))
	}
	return nil
}

// ClickSources returns the identities of the click stores that add to the counters of
// links.
func (s *CopySource) ClickSources(ctx context.Context) ([]string, error) {
	return queryAll(ctx, conn{q: s.tx, d: &s.d}, value[string], `SELECT source FROM click_sources ORDER BY source`)
}

// OmitClickSources excludes the table that describes the click stores of counters from
// a copy and its comparison, because SetClickSource sets it.
func (s *CopySource) OmitClickSources() {
	s.tables = slices.DeleteFunc(s.tables, func(t copyTable) bool { return t.name == "click_sources" })
}

// Close ends the view.
func (s *CopySource) Close() error {
	if s.tx != nil {
		_ = s.tx.Rollback() // it wrote nothing, and has ended if its context has
	}
	return s.db.Close()
}
