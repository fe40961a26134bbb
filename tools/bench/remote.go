package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// benchRemote compares a node with embedded stores with one on PostgreSQL and
// ClickHouse, which LINNET_BENCH_DATABASE_URL and LINNET_BENCH_CLICKHOUSE_URL name:
// two empty databases.
func benchRemote(o options) error {
	database, clicks := os.Getenv("LINNET_BENCH_DATABASE_URL"), os.Getenv("LINNET_BENCH_CLICKHOUSE_URL")
	if database == "" || clicks == "" {
		fmt.Println("\nRemote stores: left out, make bench-remote starts them.")
		return nil
	}
	return withLinnet(o, func(embedded *process, user *api) error {
		return inFolder(func(dir string) (err error) {
			remote, _, err := startLinnet(o.binary, filepath.Join(dir, "data"), "LINNET_DATABASE_URL="+database, "LINNET_CLICKHOUSE_URL="+clicks)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, remote.stop()) }()
			other, err := signUp(remote.addr)
			if err != nil {
				return err
			}
			for _, u := range []*api{user, other} {
				if _, err := u.link("launch", nil); err != nil {
					return err
				}
			}
			return compare("Redirects of a cached link, by the stores of the node", o, false, []contender{
				{name: "SQLite and DuckDB", server: embedded, path: fixed("/launch")},
				{name: "PostgreSQL and ClickHouse", server: remote, path: fixed("/launch")},
			})
		})
	})
}
