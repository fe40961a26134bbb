package app

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"syscall"
	"testing"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/config"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/testkit/testclickhouse"
)

// BenchmarkIngest takes clicks from the journal to the click store, flat out:
// decoded, located, classified, stored. It prints how many a second, and the
// processor time of each in this process, which says more on a machine with other work.
// That of ClickHouse's server is not among it, and DuckDB's is: it runs in this process.
func BenchmarkIngest(b *testing.B) {
	b.Run("duckdb", func(b *testing.B) { benchIngest(b, config.Config{}, membership{}) })
	b.Run("clickhouse", func(b *testing.B) {
		benchIngest(b, config.Config{ClickHouseURL: testclickhouse.URL(b)}, membership{source: "jrn_bench"})
	})
}

func benchIngest(b *testing.B, cfg config.Config, m membership) {
	const clicks = 200_000
	var took, busy time.Duration
	for b.Loop() {
		b.StopTimer()
		if m.source != "" { // each round starts at the position 0 of another journal
			m.source = ident.New(ident.Journal)
		}
		c := journalled(b, cfg, m, clicks)
		began, used := time.Now(), processorTime()
		b.StartTimer()
		ended := make(chan error, 1)
		go func() { ended <- c.pipeline.Run(b.Context()) }()
		for look := time.NewTicker(time.Millisecond); c.pipeline.Stats().Waiting > 0; {
			<-look.C
		}
		took, busy = took+time.Since(began), busy+processorTime()-used
		b.StopTimer()
		if err := c.pipeline.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := <-ended; err != nil || c.pipeline.Stats().Stored != clicks {
			b.Fatalf("%d of %d clicks are stored, %v", c.pipeline.Stats().Stored, clicks, err)
		}
		if err := c.close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(clicks*b.N)/took.Seconds(), "clicks/s")
	b.ReportMetric(float64(busy.Microseconds())/float64(clicks*b.N), "cpu-µs/click")
	b.ReportMetric(0, "ns/op")
}

// journalled is the way of clicks with so many of them in the journal.
func journalled(b *testing.B, cfg config.Config, m membership, n int) *clicks {
	b.Helper()
	cfg.Data, cfg.JournalSync = b.TempDir(), "second"
	records, err := stores.OpenRecords(b.Context(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = records.Close() })
	c, err := openClicks(context.Background(), cfg, clickStoreOf(cfg), m, records, clock.System{}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	steep := func(n int) int { return int(float64(n) * rng.Float64() * rng.Float64() * rng.Float64()) }
	for range n {
		link := steep(20_000)
		hit := &click.Hit{
			At: time.Now(), WorkspaceID: uint64(1 + link%500), DomainID: 1, LinkID: uint64(1 + link), Outcome: visitor.Redirected,
			Addr:  netip.AddrFrom4([4]byte{byte(1 + rng.IntN(220)), byte(rng.IntN(256)), byte(rng.IntN(256)), byte(rng.IntN(256))}),
			Alias: fmt.Sprint("a", link), URL: fmt.Sprintf("https://shop.example.com/landing/%d?utm_source=news&utm_campaign=c%d", link, link%20),
			UserAgent: fmt.Sprintf("Mozilla/5.0 (Linux; Android %d; Pixel %d) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.0.0 Mobile Safari/537.36", 9+steep(8), steep(10), 90+steep(50)),
			Language:  []string{"de-AT,de;q=0.9,en;q=0.5", "en-US,en;q=0.9", "fr-FR,fr;q=0.9,en;q=0.8"}[steep(3)],
			Referrer:  fmt.Sprintf("https://www.site%d.example/page", steep(300)),
		}
		if err := c.recorder.Record(hit, nil); err != nil {
			b.Fatal(err)
		}
	}
	return c
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
