// expect: clean
// SPDX-License-Identifier: Apache-2.0
// What functions return goes straight into arrays: structures of any size, which no register holds.
#include <cstdio>

struct rgb {
  unsigned char r, g, b;
};
struct word {
  char letters[11];
};
struct pixel {
  rgb colour;
  short depth;
};

__device__ __noinline__ rgb grey(int level) {
  const auto v = static_cast<unsigned char>(level);
  return {v, v, v};
}
__device__ __noinline__ word spell(int first) {
  word w;
  for (int i = 0; i < 11; ++i) w.letters[i] = static_cast<char>('a' + (first + i) % 26);
  return w;
}

__global__ void returned_bytes_kernel(rgb* image, uchar3* picture, pixel* pixels, word* words) {
  __shared__ rgb s_tile[64];
  const int t = threadIdx.x;
  s_tile[t] = grey(t);
  __syncthreads();
  image[t] = s_tile[63 - t];
  rgb* p = image + 64 + 2 * t;
  *p++ = grey(2 * t);
  *p = grey(2 * t + 1);
  picture[t] = make_uchar3(1, 2, 3);
  pixels[t].depth = 5;
  (pixels + t)->colour = grey(7);
  switch (t % 4) {
    case 0:
      picture[t] = make_uchar3(4, 5, 6);
      break;
    case 1:
      picture[t] = t < 32 ? make_uchar3(7, 8, 9) : make_uchar3(0, 0, 1);
  }
  if (t % 2 == 0)
    words[t] = spell(t);
  else
    words[t] = spell(1);
}

__global__ void returned_bytes_sum_kernel(const rgb* image, const uchar3* picture, const pixel* pixels,
                                          const word* words, int* sum) {
  const int t = threadIdx.x;
  sum[t] = image[t].g + image[64 + t].r + image[128 + t].b + picture[t].z + pixels[t].colour.b +
           pixels[t].depth + words[t].letters[10];
}

int main() {
  rgb* d_image;
  uchar3* d_picture;
  pixel* d_pixels;
  word* d_words;
  int* d_sum;
  cudaMalloc(&d_image, 192 * sizeof(rgb));
  cudaMalloc(&d_picture, 64 * sizeof(uchar3));
  cudaMalloc(&d_pixels, 64 * sizeof(pixel));
  cudaMalloc(&d_words, 64 * sizeof(word));
  cudaMalloc(&d_sum, 64 * sizeof(int));
  returned_bytes_kernel<<<1, 64>>>(d_image, d_picture, d_pixels, d_words);
  returned_bytes_sum_kernel<<<1, 64>>>(d_image, d_picture, d_pixels, d_words, d_sum);
  int h_sum[64];
  const bool failed = cudaMemcpy(h_sum, d_sum, sizeof h_sum, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_image);
  cudaFree(d_picture);
  cudaFree(d_pixels);
  cudaFree(d_words);
  cudaFree(d_sum);
  std::printf("%d %d\n", h_sum[0], h_sum[63]);
  return failed;
}
