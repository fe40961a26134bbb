package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	engine "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/base/fault"
)

// clusterParameter is the parameter of the URL that names the cluster.
const clusterParameter = "cluster"

// parseURL returns the options of the driver and the layout of the tables. Errors do
// not contain the URL, which may contain a password.
func parseURL(o Options) (*engine.Options, layout, error) {
	address, query, _ := strings.Cut(o.URL, "?")
	scheme, _, found := strings.Cut(address, "://")
	if !found || !slices.Contains([]string{"clickhouse", "http", "https"}, scheme) {
		return nil, layout{}, errors.New("the URL is not like clickhouse://user:password@host:9000/database")
	}
	parameters, err := url.ParseQuery(query)
	if err != nil {
		return nil, layout{}, errors.New("the parameters of the URL are malformed")
	}
	l := layout{cluster: parameters.Get(clusterParameter)}
	if l.cluster != "" && !plainName.MatchString(l.cluster) {
		return nil, l, errors.New("the cluster's name contains other characters than letters, digits, _ and -")
	}
	parameters.Del(clusterParameter)
	if scheme == "https" {
		parameters.Set("secure", "true")
	}
	connection, err := engine.ParseDSN(address + "?" + parameters.Encode())
	if err != nil {
		return nil, l, errors.New("the host or a parameter of the URL is invalid") // the driver's error contains the URL
	}
	if connection.Auth.Database == "" {
		return nil, l, errors.New("the URL lacks the name of the database after the host")
	}
	if l.database = connection.Auth.Database; l.cluster != "" && !plainName.MatchString(l.database) {
		return nil, l, errors.New("the name of the database contains other characters than letters, digits, _ and -")
	}
	if connection.Protocol == engine.Native && connection.Compression == nil {
		connection.Compression = &engine.Compression{Method: engine.CompressionLZ4}
	}
	connection.DialTimeout, connection.ReadTimeout = dialTimeout, changeTimeout
	connection.MaxOpenConns, connection.MaxIdleConns = o.Queries+4, o.Queries
	connection.ClientInfo.Products = append(connection.ClientInfo.Products, struct{ Name, Version string }{"linnet", ""})
	for name, value := range settings(o) {
		if _, set := connection.Settings[name]; !set { // the operator's take precedence
			connection.Settings[name] = value
		}
	}
	return connection, l, nil
}

// plainName is the form of names that need no quotes in SQL.
var plainName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// settings returns the settings of every statement.
func settings(o Options) engine.Settings {
	return engine.Settings{
		"max_query_size":                     64 << 20, // lists of ids and buckets are part of the text
		"max_memory_usage":                   o.MemoryMB << 20,
		"max_bytes_before_external_group_by": o.MemoryMB << 19,
		"max_bytes_before_external_sort":     o.MemoryMB << 19,
	}
}

// noteReach returns err. It records whether the server was reached, and returns
// fault.Unavailable when it was not or lacked memory or time.
func (s *Store) noteReach(ctx context.Context, err error) error {
	var exception *engine.Exception
	switch {
	case err == nil:
		if s.unreachable.Swap(nil) != nil {
			s.opts.Log.InfoContext(ctx, "click store is reachable again")
		}
		return nil
	case errors.As(err, &exception) && exception.Code == codeMemoryLimit:
		return fault.Wrap(err, fault.Unavailable,
			"The click store has too little memory for this report. Choose a shorter period or add a filter.")
	case errors.As(err, &exception) && exception.Code == codeTimeout:
		return fault.Wrap(err, fault.Unavailable, "This report takes too long. Choose a shorter period or add a filter.")
	case isUnreachable(err) && ctx.Err() == nil:
		s.unreachable.Store(&err)
		return unavailable(err)
	default:
		return err
	}
}

// unavailable returns the error for callers while no server is reachable.
func unavailable(cause error) error {
	return fault.Wrap(cause, fault.Unavailable,
		"Click statistics are unavailable because the click store is not reachable. Links keep working and clicks are recorded.")
}

// Codes of ClickHouse's exceptions.
const (
	codeTimeout     = 159
	codeMemoryLimit = 241
)

// unavailableCodes returns the codes of exceptions of a server that does not serve
// the database at the moment: timeouts and errors of its network, a table that is
// read-only without ZooKeeper, and a server that is starting or stopping.
func unavailableCodes() []int32 { return []int32{209, 210, 225, 236, 242, 279, 319, 394, 999} }

// IsRejected reports whether err says that the server rejects the user or does not
// have the database.
func IsRejected(err error) bool {
	var exception *engine.Exception
	return errors.As(err, &exception) && slices.Contains([]int32{81, 192, 193, 194, 497, 516}, exception.Code)
}

// isUnreachable reports whether err says that no server executed the statement.
func isUnreachable(err error) bool {
	var exception *engine.Exception
	if errors.As(err, &exception) {
		return slices.Contains(unavailableCodes(), exception.Code)
	}
	var network net.Error
	var broken *net.OpError
	return errors.As(err, &network) || errors.As(err, &broken) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, engine.ErrAcquireConnTimeout)
}

// Damage returns the error of the last statement if no server was reachable, or
// nil.
func (s *Store) Damage() error {
	if cause := s.unreachable.Load(); cause != nil {
		return fmt.Errorf("ClickHouse is unreachable: %w", *cause)
	}
	return nil
}

// exec executes a statement without a result.
func (s *Store) exec(ctx context.Context, text string) error {
	return s.noteReach(ctx, s.conn.Exec(ctx, text))
}

// queryAll scans every row of a query, within queryTimeout.
func (s *Store) queryAll(ctx context.Context, text string, scan func(driver.Rows) error) error {
	return s.queryWithin(ctx, queryTimeout, text, scan)
}

// queryWithin is queryAll with another timeout.
func (s *Store) queryWithin(ctx context.Context, timeout time.Duration, text string, scan func(driver.Rows) error) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	return s.scanAll(ctx, timeout, text, scan)
}

// scanAll is queryWithin before the tables exist.
func (s *Store) scanAll(ctx context.Context, timeout time.Duration, text string, scan func(driver.Rows) error) error {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	rows, err := s.conn.Query(limited, text)
	if err != nil {
		return s.noteReach(ctx, err)
	}
	for rows.Next() {
		if err := scan(rows); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	return s.noteReach(ctx, errors.Join(rows.Err(), rows.Close()))
}

// number returns the only value of a query, a count or maximum of type UInt64.
func (s *Store) number(ctx context.Context, text string) (n uint64, err error) {
	err = s.queryAll(ctx, text, func(r driver.Rows) error { return r.Scan(&n) })
	return n, err
}
