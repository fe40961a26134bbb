package report

import "linnet/internal/core/analytics"

// addSeries adds the part of a time series.
func (p *plan) addSeries(s *analytics.Series) {
	p.result.Points = make([]analytics.Point, len(s.Starts))
	for i, start := range s.Starts {
		p.result.Points[i].Start = start
	}
	key := bucketKey(s.Granularity)
	if key == "" {
		key, p.needsBucket = "bucket", true
	} else {
		p.bucketIndex, p.needsLocal = make(map[int64]int, len(s.Starts)), true
		for i, start := range s.Starts {
			p.bucketIndex[s.Granularity.Key(start, p.q.Location)] = i
		}
	}
	p.parts = append(p.parts, part{name: partSeries, number: key})
}

// bucketKey returns the expression of analytics.Granularity.Key. It returns ""
// for buckets so wide that comparing ts with their starts is cheaper.
func bucketKey(g analytics.Granularity) string {
	switch g {
	case analytics.Minute:
		return "(local // 60000) * 60000 - shift"
	case analytics.Hour:
		return "(local // 3600000) * 3600000 - shift"
	case analytics.Day:
		return "local // 86400000"
	default:
		return ""
	}
}

// addHeatmap adds the part of clicks by weekday and hour.
func (p *plan) addHeatmap() {
	p.needsLocal = true
	key := "(((local // 86400000 + 3) % 7) * 24 + (local // 3600000) % 24)::BIGINT"
	p.parts = append(p.parts, part{name: partHeatmap, number: key})
}
