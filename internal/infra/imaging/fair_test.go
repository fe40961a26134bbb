package imaging_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"linnet/internal/core/pixels"
	"linnet/internal/infra/imaging"
)

// Eight large files of one workspace delayed those of all others by 15 seconds.
func TestProcessor_AnotherWorkspaceWaitsForOneUpload(t *testing.T) {
	t.Parallel()
	data := encoded(t, "png", quadrants(1200, 1000)) // more than pixels.Small
	synctest.Test(t, func(t *testing.T) {
		room := int64(pixels.Small)
		for { // of one upload, so that the next one waits for it
			_, err := imaging.New(pixels.NewBudget(room)).Process(t.Context(), "wsp_1", data)
			if err == nil {
				break
			}
			room += room / 4
		}
		memory := pixels.NewBudget(room)
		p := imaging.New(memory)
		free, err := memory.Acquire(t.Context(), room)
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var ended []string
		var all sync.WaitGroup
		upload := func(workspaceID string) {
			all.Go(func() {
				if _, err := p.Process(t.Context(), workspaceID, data); err != nil {
					t.Error(err)
				}
				mu.Lock()
				ended = append(ended, workspaceID)
				mu.Unlock()
			})
			synctest.Wait() // it is in the queue
		}
		for range 3 {
			upload("wsp_1")
		}
		upload("wsp_2")
		free()
		all.Wait()
		if at := slices.Index(ended, "wsp_2"); at < 0 || at > 1 {
			t.Errorf("the uploads ended in the order %v", ended)
		}
	})
}
