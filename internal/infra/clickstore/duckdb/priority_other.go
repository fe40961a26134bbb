//go:build !linux

package duckdb

// standingBack runs open. Only Linux has priorities of single threads.
func standingBack(open func() error) error { return open() }
