#include "CSimulatedDisk.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { sector = 512, lock_count = SQLITE_SHM_NLOCK };

// The memory that the connections to one database share: the index of its write-ahead log, and the locks on it.
typedef struct {
    int references;
    int region_count;
    void **regions;
    int shared[lock_count];
    int exclusive[lock_count];
} shared_memory;

typedef struct { int64_t offset, length; } range;

typedef struct node {
    struct node *next;
    char name[64];
    int references;  // open files, and one for the disk
    uint8_t *data, *durable;
    int64_t size, capacity, durable_size, durable_capacity;
    range *unsynced;
    int unsynced_count, unsynced_capacity;
    int readers, reserved, exclusive;
    shared_memory *shared;
} node;

struct latchkey_disk {
    latchkey_disk *next;
    char name[64];
    node *nodes;
    uint64_t random;
    int generation;
    int64_t free_bytes;
    int paused;
    int fail_write, fail_read, fail_sync, die_at_sync, die_after;
    latchkey_disk_faults faults;
};

typedef struct image_file {
    struct image_file *next;
    char name[64];
    uint8_t *data;
    int64_t size;
} image_file;

struct latchkey_disk_image { image_file *files; };

typedef struct {
    sqlite3_file base;
    latchkey_disk *disk;
    node *node;
    shared_memory *shared;
    int generation, level, delete_on_close;
    uint8_t holds_shared[lock_count], holds_exclusive[lock_count];
} file;

static latchkey_disk *disks;

static uint64_t next_random(latchkey_disk *disk) {
    uint64_t mixed = disk->random += 0x9E3779B97F4A7C15ull;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
    return mixed ^ (mixed >> 31);
}

static void reserve(uint8_t **bytes, int64_t *capacity, int64_t size) {
    if (size <= *capacity) return;
    int64_t wanted = *capacity ? *capacity : 16384;
    while (wanted < size) wanted *= 2;
    *bytes = realloc(*bytes, (size_t)wanted);
    memset(*bytes + *capacity, 0, (size_t)(wanted - *capacity));
    *capacity = wanted;
}

static void set_size(uint8_t **bytes, int64_t *capacity, int64_t *size, int64_t wanted) {
    reserve(bytes, capacity, wanted);
    if (wanted < *size) memset(*bytes + wanted, 0, (size_t)(*size - wanted));
    *size = wanted;
}

static void release_node(node *node) {
    if (--node->references > 0) return;
    free(node->data);
    free(node->durable);
    free(node->unsynced);
    free(node);
}

static void release_shared(shared_memory *shared) {
    if (--shared->references > 0) return;
    for (int i = 0; i < shared->region_count; i++) free(shared->regions[i]);
    free(shared->regions);
    free(shared);
}

static node *find_node(latchkey_disk *disk, const char *name) {
    for (node *node = disk->nodes; node; node = node->next)
        if (!strcmp(node->name, name)) return node;
    return 0;
}

static node *add_node(latchkey_disk *disk, const char *name) {
    node *added = calloc(1, sizeof *added);
    strncpy(added->name, name, sizeof added->name - 1);
    added->references = 1;
    added->next = disk->nodes;
    disk->nodes = added;
    return added;
}

static void remove_node(latchkey_disk *disk, node *removed) {
    for (node **link = &disk->nodes; *link; link = &(*link)->next)
        if (*link == removed) {
            *link = removed->next;
            if (removed->shared) { release_shared(removed->shared); removed->shared = 0; }
            release_node(removed);
            return;
        }
}

static void make_durable(node *node, int64_t offset, int64_t length) {
    int64_t end = offset + length < node->size ? offset + length : node->size;
    if (offset >= end) return;
    if (end > node->durable_size)
        set_size(&node->durable, &node->durable_capacity, &node->durable_size, end);
    memcpy(node->durable + offset, node->data + offset, (size_t)(end - offset));
}

static void sync_node(node *node) {
    for (int i = 0; i < node->unsynced_count; i++) make_durable(node, node->unsynced[i].offset, node->unsynced[i].length);
    node->unsynced_count = 0;
    set_size(&node->durable, &node->durable_capacity, &node->durable_size, node->size);
}

static void lose_unsynced(latchkey_disk *disk, node *node) {
    for (int i = 0; i < node->unsynced_count; i++) {
        range written = node->unsynced[i];
        switch (next_random(disk) % 3) {
            case 0: break;
            case 1: make_durable(node, written.offset, written.length); break;
            default:
                if (written.length > sector)
                    make_durable(node, written.offset,
                        (int64_t)(next_random(disk) % (uint64_t)(written.length / sector)) * sector);
        }
    }
    node->unsynced_count = 0;
    set_size(&node->data, &node->capacity, &node->size, node->durable_size);
    if (node->size) memcpy(node->data, node->durable, (size_t)node->size);
}

void latchkey_disk_kill(latchkey_disk *disk, int power_loss) {
    disk->generation++;
    disk->fail_write = disk->fail_read = disk->fail_sync = disk->die_at_sync = 0;
    for (node *node = disk->nodes; node; node = node->next) {
        if (power_loss) lose_unsynced(disk, node);
        node->readers = node->reserved = node->exclusive = 0;
        if (node->shared) release_shared(node->shared);
        node->shared = 0;
    }
}

// The methods of an open file.

static int is_stale(const file *file) { return file->generation != file->disk->generation; }

static int counts_down(int *counter) { return *counter > 0 && --*counter == 0; }

static int file_unlock(sqlite3_file *base, int level) {
    file *self = (file *)base;
    if (self->level <= level) return SQLITE_OK;
    if (!is_stale(self)) {
        if (self->level >= SQLITE_LOCK_EXCLUSIVE) self->node->exclusive = 0;
        if (self->level >= SQLITE_LOCK_RESERVED) self->node->reserved = 0;
        if (level == SQLITE_LOCK_NONE) self->node->readers--;
    }
    self->level = level;
    return SQLITE_OK;
}

static int file_lock(sqlite3_file *base, int level) {
    file *self = (file *)base;
    if (is_stale(self)) return SQLITE_IOERR_LOCK;
    if (self->level >= level) return SQLITE_OK;
    node *node = self->node;
    if (self->level == SQLITE_LOCK_NONE) {
        if (node->exclusive) return SQLITE_BUSY;
        node->readers++;
        self->level = SQLITE_LOCK_SHARED;
    }
    if (level >= SQLITE_LOCK_RESERVED && self->level < SQLITE_LOCK_RESERVED) {
        if (node->reserved) return SQLITE_BUSY;
        node->reserved = 1;
        self->level = SQLITE_LOCK_RESERVED;
    }
    if (level >= SQLITE_LOCK_EXCLUSIVE) {
        if (node->readers > 1) return SQLITE_BUSY;
        node->exclusive = 1;
        self->level = SQLITE_LOCK_EXCLUSIVE;
    }
    return SQLITE_OK;
}

static int file_check_reserved(sqlite3_file *base, int *result) {
    *result = ((file *)base)->node->reserved;
    return SQLITE_OK;
}

static int file_shared_unmap(sqlite3_file *base, int delete_flag) {
    (void)delete_flag;
    file *self = (file *)base;
    if (!self->shared) return SQLITE_OK;
    for (int i = 0; i < lock_count; i++) {
        if (self->holds_shared[i]) self->shared->shared[i]--;
        if (self->holds_exclusive[i]) self->shared->exclusive[i] = 0;
        self->holds_shared[i] = self->holds_exclusive[i] = 0;
    }
    release_shared(self->shared);
    // Whoever maps it first after the last user has unmapped it begins anew and reads the log, as on Unix.
    if (self->node->shared == self->shared && self->shared->references == 1) {
        release_shared(self->shared);
        self->node->shared = 0;
    }
    self->shared = 0;
    return SQLITE_OK;
}

static int file_close(sqlite3_file *base) {
    file *self = (file *)base;
    file_shared_unmap(base, 0);
    file_unlock(base, SQLITE_LOCK_NONE);
    if (self->delete_on_close && !is_stale(self)) remove_node(self->disk, self->node);
    release_node(self->node);
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *buffer, int count, sqlite3_int64 offset) {
    file *self = (file *)base;
    if (is_stale(self)) return SQLITE_IOERR_READ;
    if (!self->disk->paused && counts_down(&self->disk->fail_read)) {
        self->disk->faults.errors++;
        return SQLITE_IOERR_READ;
    }
    int64_t available = self->node->size - offset;
    if (available >= count) {
        memcpy(buffer, self->node->data + offset, (size_t)count);
        return SQLITE_OK;
    }
    memset(buffer, 0, (size_t)count);
    if (available > 0) memcpy(buffer, self->node->data + offset, (size_t)available);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    file *self = (file *)base;
    node *node = self->node;
    latchkey_disk *disk = self->disk;
    if (is_stale(self)) return SQLITE_IOERR_WRITE;
    if (counts_down(&disk->fail_write)) {
        disk->faults.errors++;
        return SQLITE_IOERR_WRITE;
    }
    int64_t growth = offset + count - node->size;
    if (growth > 0 && disk->free_bytes >= 0) {
        if (growth > disk->free_bytes) {
            disk->faults.full++;
            return SQLITE_FULL;
        }
        disk->free_bytes -= growth;
    }
    if (growth > 0) set_size(&node->data, &node->capacity, &node->size, offset + count);
    memcpy(node->data + offset, bytes, (size_t)count);
    if (node->unsynced_count == node->unsynced_capacity) {
        node->unsynced_capacity = node->unsynced_capacity ? node->unsynced_capacity * 2 : 16;
        node->unsynced = realloc(node->unsynced, sizeof(range) * (size_t)node->unsynced_capacity);
    }
    node->unsynced[node->unsynced_count++] = (range){offset, count};
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    file *self = (file *)base;
    if (is_stale(self)) return SQLITE_IOERR_TRUNCATE;
    if (size < self->node->size) set_size(&self->node->data, &self->node->capacity, &self->node->size, size);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *base, int flags) {
    (void)flags;
    file *self = (file *)base;
    latchkey_disk *disk = self->disk;
    if (is_stale(self)) return SQLITE_IOERR_FSYNC;
    if (counts_down(&disk->fail_sync)) {
        disk->faults.errors++;
        // As on Linux, the pages stay in memory and count as written, so that no later sync writes them.
        self->node->unsynced_count = 0;
        return SQLITE_IOERR_FSYNC;
    }
    if (counts_down(&disk->die_at_sync)) {
        int after = disk->die_after;
        disk->faults.deaths++;
        if (after) sync_node(self->node);
        latchkey_disk_kill(disk, 1);
        return after ? SQLITE_OK : SQLITE_IOERR_FSYNC;
    }
    sync_node(self->node);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    file *self = (file *)base;
    if (is_stale(self)) return SQLITE_IOERR_FSTAT;
    *size = self->node->size;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    (void)base, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *base) { (void)base; return 4096; }

static int file_characteristics(sqlite3_file *base) { (void)base; return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

static int file_shared_map(sqlite3_file *base, int index, int size, int extend, void volatile **region) {
    file *self = (file *)base;
    *region = 0;
    if (is_stale(self)) return SQLITE_IOERR_SHMMAP;
    if (!self->shared) {
        if (!self->node->shared) {
            self->node->shared = calloc(1, sizeof(shared_memory));
            self->node->shared->references = 1;
        }
        self->shared = self->node->shared;
        self->shared->references++;
    }
    shared_memory *shared = self->shared;
    if (index >= shared->region_count) {
        if (!extend) return SQLITE_OK;
        shared->regions = realloc(shared->regions, sizeof(void *) * (size_t)(index + 1));
        while (shared->region_count <= index) shared->regions[shared->region_count++] = calloc(1, (size_t)size);
    }
    *region = shared->regions[index];
    return SQLITE_OK;
}

static int file_shared_lock(sqlite3_file *base, int offset, int count, int flags) {
    file *self = (file *)base;
    if (!self->shared) return SQLITE_IOERR_SHMLOCK;
    shared_memory *shared = self->shared;
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int i = offset; i < offset + count; i++) {
            if (flags & SQLITE_SHM_SHARED && self->holds_shared[i]) { shared->shared[i]--; self->holds_shared[i] = 0; }
            if (flags & SQLITE_SHM_EXCLUSIVE && self->holds_exclusive[i]) {
                shared->exclusive[i] = 0;
                self->holds_exclusive[i] = 0;
            }
        }
        return SQLITE_OK;
    }
    if (is_stale(self)) return SQLITE_IOERR_SHMLOCK;
    for (int i = offset; i < offset + count; i++) {
        if (shared->exclusive[i] && !self->holds_exclusive[i]) return SQLITE_BUSY;
        if (flags & SQLITE_SHM_EXCLUSIVE && shared->shared[i] - self->holds_shared[i] > 0) return SQLITE_BUSY;
    }
    for (int i = offset; i < offset + count; i++) {
        if (flags & SQLITE_SHM_SHARED && !self->holds_shared[i]) { shared->shared[i]++; self->holds_shared[i] = 1; }
        if (flags & SQLITE_SHM_EXCLUSIVE) { shared->exclusive[i] = 1; self->holds_exclusive[i] = 1; }
    }
    return SQLITE_OK;
}

static void file_shared_barrier(sqlite3_file *base) { (void)base; }

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
    file_check_reserved, file_control, file_sector_size, file_characteristics, file_shared_map, file_shared_lock,
    file_shared_barrier, file_shared_unmap, 0, 0,
};

static latchkey_disk *find_disk(const char *path, const char **name) {
    const char *slash = strchr(path, '/');
    if (!slash) return 0;
    *name = slash + 1;
    for (latchkey_disk *disk = disks; disk; disk = disk->next)
        if (strlen(disk->name) == (size_t)(slash - path) && !strncmp(disk->name, path, (size_t)(slash - path))) return disk;
    return 0;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out_flags) {
    (void)vfs;
    file *self = (file *)base;
    memset(self, 0, sizeof *self);
    const char *name = 0;
    latchkey_disk *disk = path ? find_disk(path, &name) : 0;
    if (!disk) return SQLITE_CANTOPEN;
    node *node = find_node(disk, name);
    if (!node) node = add_node(disk, name);
    node->references++;
    self->disk = disk;
    self->node = node;
    self->generation = disk->generation;
    self->delete_on_close = flags & SQLITE_OPEN_DELETEONCLOSE;
    self->base.pMethods = &methods;
    if (out_flags) *out_flags = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
    (void)vfs, (void)sync;
    const char *name = 0;
    latchkey_disk *disk = find_disk(path, &name);
    node *node = disk ? find_node(disk, name) : 0;
    if (!node) return SQLITE_IOERR_DELETE_NOENT;
    remove_node(disk, node);
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    (void)vfs, (void)flags;
    const char *name = 0;
    latchkey_disk *disk = find_disk(path, &name);
    node *node = disk ? find_node(disk, name) : 0;
    *result = node && node->size > 0;
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
    (void)vfs;
    strncpy(full, path, (size_t)count - 1);
    full[count - 1] = 0;
    return SQLITE_OK;
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    for (int i = 0; i < count; i++) bytes[i] = (char)(i * 37 + 11);
    return count;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) { (void)vfs; return microseconds; }

static int vfs_time(sqlite3_vfs *vfs, double *time) {
    (void)vfs;
    *time = 2460000.5;
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *text) { (void)vfs, (void)count, (void)text; return 0; }

static sqlite3_vfs vfs = {
    1, sizeof(file), 128, 0, "simulated", 0, vfs_open, vfs_delete, vfs_access, vfs_full_path, 0, 0, 0, 0,
    vfs_randomness, vfs_sleep, vfs_time, vfs_last_error, 0, 0, 0, 0,
};

static void remove_all(latchkey_disk *disk) { while (disk->nodes) remove_node(disk, disk->nodes); }

int latchkey_disks_reset(void) {
    int code = sqlite3_vfs_register(&vfs, 1);
    sqlite3_randomness(0, 0);
    // The disks themselves stay, because connections of an earlier simulation may still be open on them.
    for (latchkey_disk *disk = disks; disk; disk = disk->next) {
        latchkey_disk_kill(disk, 0);
        remove_all(disk);
    }
    disks = 0;
    return code;
}

latchkey_disk *latchkey_disk_create(const char *name, uint64_t seed) {
    latchkey_disk *disk = calloc(1, sizeof *disk);
    strncpy(disk->name, name, sizeof disk->name - 1);
    disk->random = seed;
    disk->free_bytes = -1;
    disk->next = disks;
    disks = disk;
    return disk;
}

int latchkey_disk_generation(const latchkey_disk *disk) { return disk->generation; }

void latchkey_disk_die_at_sync(latchkey_disk *disk, int nth, int after) {
    disk->die_at_sync = nth;
    disk->die_after = after;
}

latchkey_disk_faults latchkey_disk_take_faults(latchkey_disk *disk) {
    latchkey_disk_faults faults = disk->faults;
    disk->faults = (latchkey_disk_faults){0, 0, 0};
    return faults;
}

void latchkey_disk_set_free(latchkey_disk *disk, int64_t bytes) { disk->free_bytes = bytes; }

void latchkey_disk_fail(latchkey_disk *disk, int nth_write, int nth_read, int nth_sync) {
    disk->fail_write = nth_write;
    disk->fail_read = nth_read;
    disk->fail_sync = nth_sync;
}

latchkey_disk_image *latchkey_disk_copy(const latchkey_disk *disk, int without_log) {
    latchkey_disk_image *image = calloc(1, sizeof *image);
    for (node *node = disk->nodes; node; node = node->next) {
        size_t length = strlen(node->name);
        if (without_log && length > 4 && !strcmp(node->name + length - 4, "-wal")) continue;
        image_file *copied = calloc(1, sizeof *copied);
        memcpy(copied->name, node->name, sizeof copied->name);
        copied->size = node->size;
        copied->data = malloc((size_t)node->size + 1);
        if (node->size) memcpy(copied->data, node->data, (size_t)node->size);
        copied->next = image->files;
        image->files = copied;
    }
    return image;
}

void latchkey_disk_restore(latchkey_disk *disk, const latchkey_disk_image *image) {
    remove_all(disk);
    for (image_file *copied = image->files; copied; copied = copied->next) {
        node *node = add_node(disk, copied->name);
        set_size(&node->data, &node->capacity, &node->size, copied->size);
        if (copied->size) memcpy(node->data, copied->data, (size_t)copied->size);
        node->unsynced_count = 0;
        set_size(&node->durable, &node->durable_capacity, &node->durable_size, copied->size);
        if (copied->size) memcpy(node->durable, copied->data, (size_t)copied->size);
    }
}

void latchkey_disk_image_free(latchkey_disk_image *image) {
    while (image->files) {
        image_file *copied = image->files;
        image->files = copied->next;
        free(copied->data);
        free(copied);
    }
    free(image);
}

void latchkey_disk_wipe(latchkey_disk *disk) {
    latchkey_disk_kill(disk, 0);
    remove_all(disk);
}

void latchkey_disk_pause_faults(latchkey_disk *disk, int paused) { disk->paused = paused; }
