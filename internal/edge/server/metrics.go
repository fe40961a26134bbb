package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metric is a figure that another part of the node keeps.
type Metric struct {
	Name    string // with its unit, such as linnet_journal_bytes
	Help    string
	Counter bool // it only grows
	Read    func() float64
	Labels  map[string]string // fixed; metrics of one name differ in them
}

// metrics are served on an address of their own. No label holds anything that
// a visitor wrote: a label is a class, a status or an outcome.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newMetrics(redirects Redirect, extra []Metric) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "linnet_requests_total", Help: "Requests to the app and its API by class and status.",
		}, []string{"class", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "linnet_request_seconds", Help: "How long requests to the app and its API took.", Buckets: prometheus.DefBuckets,
		}, []string{"class"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), visits{redirects})
	for _, metric := range extra {
		if metric.Counter {
			m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: metric.Name, Help: metric.Help, ConstLabels: metric.Labels}, metric.Read))
			continue
		}
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: metric.Name, Help: metric.Help, ConstLabels: metric.Labels}, metric.Read))
	}
	return m
}

func (m *metrics) observe(class string, status int, took time.Duration) {
	m.requests.WithLabelValues(class, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(class).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

// visits reads the redirect's own counters when it is asked, so that a visit
// pays for nothing but an addition.
type visits struct{ Redirect }

func (visits) descriptions() (outcome, lost, unavailable, links, absent *prometheus.Desc) {
	return prometheus.NewDesc("linnet_visits_total", "Visits to short links by what they led to.", []string{"outcome"}, nil),
		prometheus.NewDesc("linnet_clicks_lost_total", "Clicks that the journal did not take.", nil, nil),
		prometheus.NewDesc("linnet_visits_unavailable_total", "Visits without an answer because the records could not be read.", nil, nil),
		prometheus.NewDesc("linnet_cached_links", "Compiled links in memory.", nil, nil),
		prometheus.NewDesc("linnet_cached_unknown_aliases", "Unknown aliases in memory.", nil, nil)
}

// Describe implements prometheus.Collector.
func (v visits) Describe(ch chan<- *prometheus.Desc) {
	outcome, lost, unavailable, links, absent := v.descriptions()
	for _, d := range []*prometheus.Desc{outcome, lost, unavailable, links, absent} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (v visits) Collect(ch chan<- prometheus.Metric) {
	outcome, lost, unavailable, links, absent := v.descriptions()
	for name, n := range v.Outcomes() {
		ch <- prometheus.MustNewConstMetric(outcome, prometheus.CounterValue, float64(n), name)
	}
	inMemory, unknown := v.Cached()
	ch <- prometheus.MustNewConstMetric(lost, prometheus.CounterValue, float64(v.Lost()))
	ch <- prometheus.MustNewConstMetric(unavailable, prometheus.CounterValue, float64(v.Unavailable()))
	ch <- prometheus.MustNewConstMetric(links, prometheus.GaugeValue, float64(inMemory))
	ch <- prometheus.MustNewConstMetric(absent, prometheus.GaugeValue, float64(unknown))
}
