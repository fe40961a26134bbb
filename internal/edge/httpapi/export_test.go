package httpapi

import "time"

// SetHeartbeat makes streams beat faster. It is for tests and has to come
// before the first stream.
func (a *API) SetHeartbeat(every time.Duration) { a.heartbeat = every }
