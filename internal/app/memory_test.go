package app

import (
	"math"
	"testing"
	"testing/fstest"

	"linnet/internal/edge/redirect"
)

const noLimit1 = "9223372036854771712\n" // of version 1

func TestAvailableMemory_IsTheLowestLimit(t *testing.T) {
	t.Parallel()
	const machine = "MemTotal:       8388608 kB\nMemFree: 1 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"no files":       {nil, math.MaxInt64},
		"a machine":      {map[string]string{"proc/meminfo": machine}, 8 << 30},
		"version 2":      {map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		"none":           {map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, 8 << 30},
		"a unit":         {map[string]string{"proc/self/cgroup": "0::/system.slice/linnet.service\n", "sys/fs/cgroup/system.slice/linnet.service/memory.max": "max", "sys/fs/cgroup/system.slice/linnet.service/memory.high": "268435456"}, 256 << 20},
		"a group above":  {map[string]string{"proc/self/cgroup": "0::/pod/container\n", "sys/fs/cgroup/pod/container/memory.max": "1073741824", "sys/fs/cgroup/pod/memory.max": "536870912"}, 512 << 20},
		"version 1":      {map[string]string{"proc/self/cgroup": "5:cpu:/x\n4:memory:/docker/abc\n0::/\n", "sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes": "402653184\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": noLimit1}, 384 << 20},
		"mounted as top": {map[string]string{"proc/self/cgroup": "4:cpu,memory:/docker/abc\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "402653184\n"}, 384 << 20},
		"1 without":      {map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": noLimit1}, 8 << 30},
		"above machine":  {map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "99999999999999"}, 8 << 30},
		"nonsense":       {map[string]string{"proc/meminfo": "MemTotal: many kB\n", "proc/self/cgroup": "x\n0::/../../etc\n", "sys/fs/cgroup/memory.max": "-5"}, math.MaxInt64},
	} {
		root := fstest.MapFS{}
		for file, content := range c.files {
			root[file] = &fstest.MapFile{Data: []byte(content)}
		}
		if got := availableMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestDivideMemory_FollowsTheContainer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		available, goLimit int64 // in MiB; -1: not known; 0: not set
		want               memory
	}{
		"not known":             {-1, 0, memory{goLimit: 1024, duckDB: 512, drawing: 1024, links: 448}},
		"16 GiB":                {16 << 10, 0, memory{goLimit: 1024, duckDB: 512, drawing: 1024, links: 448}},
		"2 GiB":                 {2 << 10, 0, memory{goLimit: 1024, duckDB: 409, drawing: 921, links: 448}},
		"512 MiB":               {512, 0, memory{goLimit: 307, duckDB: 102, drawing: 230, links: 134}},
		"256 MiB":               {256, 0, memory{goLimit: 153, duckDB: 64, drawing: 115, links: 67}},
		"GOMEMLIMIT in 16 GiB":  {16 << 10, 300, memory{goLimit: 300, duckDB: 512, drawing: 225, links: 131}},
		"GOMEMLIMIT in 512 MiB": {512, 4096, memory{goLimit: 4096, duckDB: 102, drawing: 230, links: 448}},
	} {
		available := c.available << 20
		if c.available < 0 {
			available = math.MaxInt64
		}
		got := divideMemory(available, c.goLimit<<20)
		in := memory{goLimit: got.goLimit >> 20, duckDB: got.duckDB >> 20, drawing: got.drawing >> 20, links: got.links >> 20}
		if in != c.want || got.available != available {
			t.Errorf("%s: %+v MiB, want %+v", name, in, c.want)
		}
		if c.goLimit == 0 && available < math.MaxInt64 && got.goLimit+got.duckDB > available*9/10 {
			t.Errorf("%s: %+v leaves less than a tenth", name, in)
		}
		if got.drawing > got.goLimit || got.links > redirect.DefaultCacheBytes {
			t.Errorf("%s: %+v exceeds the limit of the runtime", name, in)
		}
	}
}
