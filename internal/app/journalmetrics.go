package app

import (
	"context"
	"errors"

	"linnet/internal/edge/server"
)

// journalChecks returns the checks of the journal for /readyz. Past losses do not
// make the node unready.
func journalChecks(c *clicks) []server.Check {
	return []server.Check{
		{Name: "journal", Run: func(context.Context) error { return c.journal.Health() }},
		{
			Name:     "journalLosses",
			Optional: true,
			Run: func(context.Context) error {
				return errors.Join(c.journal.Losses(), c.pipeline.Losses())
			},
		},
	}
}

// journalMetrics returns the metrics of the journal.
func journalMetrics(c *clicks) []server.Metric {
	counter := func(name, help string, read func() uint64) server.Metric {
		return server.Metric{Name: name, Help: help, Counter: true, Read: func() float64 { return float64(read()) }}
	}
	gauge := func(name, help string, read func() int) server.Metric {
		return server.Metric{Name: name, Help: help, Read: func() float64 { return float64(read()) }}
	}
	return []server.Metric{
		counter("linnet_journal_hits_total", "Hits that the journal accepted.", func() uint64 { return c.journal.Stats().Appended }),
		counter("linnet_journal_lost_hits_total", "Hits lost because the disk did not accept them and the memory limit was reached.",
			func() uint64 { return c.journal.Stats().Lost }),
		counter("linnet_journal_damaged_files_total", "Journal files in which bytes were no intact records.",
			func() uint64 { return c.journal.Stats().Damaged }),
		counter("linnet_journal_skipped_bytes_total", "Damaged bytes of the journal that were skipped.",
			func() uint64 { return c.journal.Stats().SkippedBytes }),
		counter("linnet_journal_missing_bytes_total", "Bytes of journal files that are missing.",
			func() uint64 { return c.journal.Stats().MissingBytes }),
		counter("linnet_journal_unreadable_hits_total", "Records of the journal that are not hits and were skipped.",
			func() uint64 { return c.pipeline.Stats().Skipped }),
		gauge("linnet_journal_set_aside_files", "Damaged files in the journal folder.", func() int { return c.journal.Stats().SetAside }),
		gauge(
			"linnet_journal_memory_hits",
			"Hits that are not written to the journal's disk yet.",
			func() int { return c.journal.Stats().MemoryRecords },
		),
		gauge("linnet_journal_memory_bytes", "Size of the hits that are not written to disk yet.", func() int { return c.journal.Stats().MemoryBytes }),
		{
			Name: "linnet_journal_stalled",
			Help: "1 while answers do not wait for the journal's disk, because it fails, is full or does not answer.",
			Read: func() float64 {
				if c.journal.Stats().Degraded {
					return 1
				}
				return 0
			},
		},
	}
}
