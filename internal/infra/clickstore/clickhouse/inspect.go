package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// Inspection is what Inspect has read of a server.
type Inspection struct {
	Version string    // such as 26.7.1.1
	Year    int       // first number of Version
	Now     time.Time // of the clock of the server, in whole seconds
	Tables  bool      // the tables exist; they are created by the first start of a node
}

// Inspect reads the version and the clock of the server, and the latest clicks if
// there are tables. It changes nothing. Only opts.URL is used.
func Inspect(ctx context.Context, opts Options) (in Inspection, err error) {
	s, err := connect(opts)
	if err != nil {
		return Inspection{}, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var now int64
	const server = "SELECT version(), toInt64(toUnixTimestamp(now()))"
	if err := s.scanAll(ctx, queryTimeout, server, func(r driver.Rows) error { return r.Scan(&in.Version, &now) }); err != nil {
		return Inspection{}, err
	}
	in.Now = time.Unix(now, 0)
	if _, err := fmt.Sscanf(in.Version, "%d.", &in.Year); err != nil {
		return Inspection{}, fmt.Errorf("read the version %q: %w", in.Version, err)
	}
	var exists uint8
	if err := s.scanAll(ctx, queryTimeout, "EXISTS TABLE versions", func(r driver.Rows) error { return r.Scan(&exists) }); err != nil {
		return in, err
	}
	if in.Tables = exists == 1; in.Tables {
		s.prepared.Store(true) // not prepared by this store: nothing is created
		err = s.Probe(ctx)
	}
	return in, err
}
