// Command sizing computes how many nodes and ClickHouse servers a number of clicks
// needs, and simulates a month of them minute by minute: a daily curve, a campaign and
// an outage of ClickHouse. Its model is a queue in front of processors and a disk that
// fills; the costs of a click are measured (docs/benchmarks.md, docs/scaling.md).
package main

import (
	"flag"
	"fmt"
	"math"
	"time"
)

// inputs are what the model depends on.
type inputs struct {
	monthly   float64       // clicks in 30 days
	peak      float64       // busiest minute of a usual day, in times of the mean
	campaign  float64       // visits during the campaign, in times of the usual
	lasts     time.Duration // of the campaign, which begins at the peak of day 15
	outage    time.Duration // of ClickHouse, which begins with the campaign
	redirect  time.Duration // processor time of a node for a redirect
	ingest    time.Duration // processor time of a node to store a click
	pipeline  float64       // clicks a second that one node stores at most
	store     time.Duration // processor time of ClickHouse to store a click, on each replica
	nodeCores float64
	chCores   float64 // of a ClickHouse server
	load      float64 // share of the processors that the usual peak may take
	replicas  float64 // of each shard
	chBytes   float64 // of a stored click on one replica
	journal   float64 // bytes of a click in the journal
	months    float64 // retention
}

// sizes are the computed numbers of machines.
type sizes struct{ nodes, shards int }

// outcome is what the simulation saw.
type outcome struct {
	arrived, stored, waiting float64       // clicks; waiting at the end
	utilization              float64       // highest of a node by redirects alone
	refused                  float64       // visits beyond the processors of all nodes
	backlog                  float64       // most clicks that waited, on all nodes
	drained                  time.Duration // from the end of the outage until none waited
	wait                     time.Duration // mean wait for a processor at the usual peak
}

func main() {
	in := inputs{}
	flag.Float64Var(&in.monthly, "clicks", 10e9, "clicks a month")
	flag.Float64Var(&in.peak, "peak", 2.5, "busiest minute of a usual day, in times of the mean")
	flag.Float64Var(&in.campaign, "campaign", 2, "visits during the campaign, in times of the usual")
	flag.DurationVar(&in.lasts, "lasts", 30*time.Minute, "length of the campaign")
	flag.DurationVar(&in.outage, "outage", time.Hour, "length of the outage of ClickHouse")
	flag.DurationVar(&in.redirect, "redirect", 300*time.Microsecond,
		"processor time of a node for a redirect, with a new TLS connection (16µs on a connection of a load balancer)")
	flag.DurationVar(&in.ingest, "ingest", 9*time.Microsecond, "processor time of a node to store a click")
	flag.Float64Var(&in.pipeline, "pipeline", 40_000, "clicks a second that one node stores at most")
	flag.DurationVar(&in.store, "store", 14*time.Microsecond, "processor time of ClickHouse to store a click")
	flag.Float64Var(&in.nodeCores, "node-cores", 4, "cores of a node")
	flag.Float64Var(&in.chCores, "clickhouse-cores", 16, "cores of a ClickHouse server")
	flag.Float64Var(&in.load, "load", 0.4, "share of the processors that the usual peak may take")
	flag.Float64Var(&in.replicas, "replicas", 2, "replicas of each shard")
	flag.Float64Var(&in.chBytes, "bytes", 42, "bytes of a click in ClickHouse, on one replica")
	flag.Float64Var(&in.journal, "journal", 335, "bytes of a click in the journal")
	flag.Float64Var(&in.months, "months", 12, "months that clicks are retained")
	flag.Parse()
	s := size(in)
	report(in, s, simulate(in, s))
}

// peakRate returns the clicks a second of the busiest minute of a usual day.
func (in inputs) peakRate() float64 { return in.monthly / (30 * 24 * 3600) * in.peak }

// size returns the least numbers of machines of which the usual peak takes the share
// load. Any one node may be missing. A quarter of ClickHouse's processors is for storing.
func size(in inputs) sizes {
	perClick := (in.redirect + in.ingest).Seconds()
	nodes := int(math.Ceil(in.peakRate()*perClick/(in.nodeCores*in.load))) + 1
	shards := int(math.Ceil(in.peakRate() * in.store.Seconds() / (in.chCores * in.load / 4)))
	return sizes{max(nodes, 2), max(shards, 1)}
}

// rate returns the visits a second at a minute of the month.
func (in inputs) rate(minute int) float64 {
	const day = 24 * 60
	mean := in.monthly / (30 * 24 * 3600)
	r := mean * (1 + (in.peak-1)*math.Sin(2*math.Pi*float64(minute%day)/day))
	if r < 0.05*mean {
		r = 0.05 * mean
	}
	if start := 15*day + day/4; minute >= start && float64(minute-start) < in.lasts.Minutes() {
		r *= in.campaign
	}
	return r
}

// simulate runs a month. Redirects come before storing, as the nodes do it.
func simulate(in inputs, s sizes) (o outcome) {
	const day, start = 24 * 60, 15*24*60 + 24*60/4
	cores := float64(s.nodes) * in.nodeCores * 60 // processor seconds in a minute
	storing := float64(s.shards) * in.chCores * 60 / 4
	scale := in.monthly / total(in)
	away := start + int(in.outage.Minutes())
	for minute := range 30 * day {
		visits := in.rate(minute) * 60 * scale
		answered := min(visits, cores/in.redirect.Seconds())
		o.refused += visits - answered
		o.arrived += answered
		o.waiting += answered
		busy := answered * in.redirect.Seconds()
		o.utilization = max(o.utilization, busy/cores)
		if minute < start || minute >= away {
			stored := min(o.waiting, (cores-busy)/in.ingest.Seconds(), float64(s.nodes)*in.pipeline*60, storing/in.store.Seconds())
			o.stored += stored
			o.waiting -= stored
		}
		o.backlog = max(o.backlog, o.waiting)
		if minute >= away && o.waiting > 0 {
			o.drained += time.Minute
		}
	}
	o.wait = meanWait(in.peakRate()/float64(s.nodes), (in.redirect + in.ingest).Seconds(), int(in.nodeCores))
	return o
}

// total returns the visits of the month before they are scaled to the given number.
func total(in inputs) (sum float64) {
	for minute := range 30 * 24 * 60 {
		sum += in.rate(minute) * 60
	}
	return sum
}

// meanWait returns the mean wait of Erlang's formula for arrivals a second, a service
// time in seconds and a number of processors; a year if they are overloaded.
func meanWait(arrivals, service float64, processors int) time.Duration {
	offered := arrivals * service
	if offered >= float64(processors) {
		return 365 * 24 * time.Hour
	}
	blocked := 1.0 // Erlang B
	for n := 1; n <= processors; n++ {
		blocked = offered * blocked / (float64(n) + offered*blocked)
	}
	busy := blocked / (1 - offered/float64(processors)*(1-blocked))
	return time.Duration(busy * service / (float64(processors) - offered) * float64(time.Second))
}

func report(in inputs, s sizes, o outcome) {
	const gb = 1e9
	month := in.monthly * in.chBytes / gb
	row := func(name, format string, values ...any) {
		fmt.Printf("| %s | %s |\n", name, fmt.Sprintf(format, values...))
	}
	fmt.Printf("| %.3g clicks a month | |\n|---|---|\n", in.monthly)
	row("clicks a second: mean, usual peak, campaign", "%.0f, %.0f, %.0f", in.peakRate()/in.peak, in.peakRate(), in.peakRate()*in.campaign)
	row("nodes", "%d with %.0f cores, any one of which may fail", s.nodes, in.nodeCores)
	row("ClickHouse", "%d shards of %.0f replicas with %.0f cores", s.shards, in.replicas, in.chCores)
	row("disk of a ClickHouse server", "%.0f GB for %.0f months", month*in.months/float64(s.shards), in.months)
	row("processors busy with redirects, at most", "%.0f%%", o.utilization*100)
	row("mean wait for a processor, usual peak", "%s", max(o.wait, time.Microsecond).Round(time.Microsecond))
	row("visits refused", "%.0f", o.refused)
	row(fmt.Sprintf("journal of a node after %s without ClickHouse", in.outage), "%.1f GB", o.backlog*in.journal/gb/float64(s.nodes))
	row("until all of it is stored", "%s", o.drained)
	row("clicks not stored at the end of the month", "%.0f", o.waiting)
}
