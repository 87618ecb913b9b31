/* Prototype: verdicts under compulsory discards by nogoods and collapse (docs/algorithm.md). -DLONE=0 stacked-only, 1 kpat-solver.
 * Deals on stdin, one a line, rank then suit. build: gcc -O3 -march=native -DLONE=1 -o compulsory compulsory.c */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif
#ifndef LONE
#define LONE 1
#endif
#ifndef WAYS
#define WAYS (LONE?16:8)
#endif
#ifndef HB
#define HB (LONE?10:9)    /* buckets = 1<<HB; 512 KiB with lone moves, 128 KiB without */
#endif
#ifndef STATIC1
#define STATIC1 1
#endif
#ifndef LF
#define LF 1
#endif
#if defined(__AVX2__) && !defined(BL)
#define BL 1
#endif
#ifndef CHL
#define CHL 1     /* no-gap nodes with at most CHL rows left are not looked up */
#endif
#ifndef ENDL
#define ENDL 1    /* look up endgame nodes */
#endif
typedef uint64_t u64;typedef u64 v4 __attribute__((vector_size(32)));typedef long long i4 __attribute__((vector_size(32)));
#ifndef NOACE
#define NOACE 0
#endif
#ifndef NOCOLL
#define NOCOLL 0
#endif
#define WIN (~0ull)
#define FL(i) (1ull<<(56+(i)))       /* floor of column i was seen */
#define CARDS ((1ull<<53)-2)
#define BIT(n) (2ull<<(n))           /* card n is bit n+1; bit 0 is the floor */
static int NC;static u64 ACES,LASTK;
static u64 hi[65];                     /* by clz of the card bit */
static uint8_t sc[65];                 /* suit by clz, 8 none */
static struct row{u64 b[4],hi[4],lo[4],ace[4];int four;}R[13];
static u64 LKm[4],LSURV;static int LOK;
static u64 gen;static uint32_t rr;static u64 nodes,lvl[14];
#ifdef STAT
static u64 looks,hits,ins;
#define S(x) x
#else
#define S(x)
#endif
static v4 *T;
static inline int clz(u64 x){return x?__builtin_clzll(x):64;}
static inline u64 top(u64 m){return 0x8000000000000000ull>>(clz(m)&63);} /* m!=0 */
static inline int single(u64 m){return !(m&(m-1));}
static inline __attribute__((always_inline)) u64 closure(u64*c){
  u64 c0=c[0],c1=c[1],c2=c[2],c3=c[3],X=0;
  for(;;){
    int z0=clz(c0),z1=clz(c1),z2=clz(c2),z3=clz(c3);
    u64 t0=0x8000000000000000ull>>(z0&63),t1=0x8000000000000000ull>>(z1&63),t2=0x8000000000000000ull>>(z2&63),t3=0x8000000000000000ull>>(z3&63);
    u64 V=t0|t1|t2|t3;X|=V;
    u64 k0=(V&hi[z0])?t0:0,k1=(V&hi[z1])?t1:0,k2=(V&hi[z2])?t2:0,k3=(V&hi[z3])?t3:0;
    if(!(k0|k1|k2|k3))break;
    c0^=k0;c1^=k1;c2^=k2;c3^=k3;
  }
  c[0]=c0;c[1]=c1;c[2]=c2;c[3]=c3;return (X&~(1ull<<63))|(u64)(!c0)<<56|(u64)(!c1)<<57|(u64)(!c2)<<58|(u64)(!c3)<<59;
}
static inline __attribute__((always_inline)) u64 dealrow(const u64*c,u64*y,const struct row*r){
  u64 X=0;
  for(int i=0;i<4;i++){
    u64 m=c[i],b=r->b[i];
    u64 t=m?top(m):0;
    u64 add=(t&r->hi[i])?0:b,rem=(t&r->lo[i])?t:0;
#if NOCOLL
    y[i]=m|b;continue;
#endif
#if NOACE
    if((t&r->ace[i])!=0){y[i]=m|b;continue;}
#endif
    if(__builtin_expect((t&r->ace[i])!=0,0)){ /* same suit and one of the two an ace */
      u64 q=(m^t)&~ACES;add=b;rem=0;
      if(q){X|=(m^t)&~(top(q)-1);if(b&ACES)rem=t;else add=0;}else X|=m|FL(i);
    }else if(!LONE&&rem){u64 q=m^t;if(q)X|=top(q);else{rem=0;X|=FL(i);}}
    y[i]=(m^rem)|add;
  }
  return X;
}
static inline v4 pack(const u64*c,u64 meta){ /* meta 40 bits: 10 in each lane above bit 53 */
  v4 v={c[0]|1|(meta&0x3ff)<<53,c[1]|1|(meta>>10&0x3ff)<<53,c[2]|1|(meta>>20&0x3ff)<<53,c[3]|1|(meta>>30&0x3ff)<<53};return v;}
static inline uint32_t hidx(u64 h){h*=0x9e3779b97f4a7c15ull;return (uint32_t)(h>>(64-HB))*WAYS;}
static inline u64 lookup(uint32_t ix,v4 v){ /* relevant cards of a matching nogood, or 0 */
  S(looks++;)
#if BL
  unsigned msk=0;
  for(int w=0;w<WAYS;w++){v4 r=T[ix+w];v4 m=-(r&-r);v4 d=(v&m)^r;msk|=(unsigned)_mm256_testz_si256((__m256i)d,(__m256i)d)<<w;}
  if(msk){v4 r=T[ix+__builtin_ctz(msk)];S(hits++;)return ((r[0]|r[1]|r[2]|r[3])&CARDS)|(r[0]&1)<<56|(r[1]&1)<<57|(r[2]&1)<<58|(r[3]&1)<<59;}
#else
  for(int w=0;w<WAYS;w++){v4 r=T[ix+w];v4 m=-(r&-r);v4 d=(v&m)^r;
#ifdef __AVX2__
    if(_mm256_testz_si256((__m256i)d,(__m256i)d))
#else
    if(!(d[0]|d[1]|d[2]|d[3]))
#endif
    {S(hits++;)return ((r[0]|r[1]|r[2]|r[3])&CARDS)|(r[0]&1)<<56|(r[1]&1)<<57|(r[2]&1)<<58|(r[3]&1)<<59;}}
#endif
  return 0;
}
static inline void insert(uint32_t ix,v4 v,u64 X){
  S(ins++;)
  v4 meta={0,0,0,0};meta+=~((1ull<<53)-1);
  v4 x={(X&CARDS)|(X>>56&1),(X&CARDS)|(X>>57&1),(X&CARDS)|(X>>58&1),(X&CARDS)|(X>>59&1)};
  v4 r=v&(x|meta);
#if SUBS
  {v4 m=-(r&-r);for(int w=0;w<WAYS;w++){v4 d=(T[ix+w]&m)^r;
#ifdef __AVX2__
    if(_mm256_testz_si256((__m256i)d,(__m256i)d)){T[ix+w]=r;return;}
#endif
  }}
#endif
  T[ix+(rr++&(WAYS-1))]=r;
}
static int perms[5][24][4],nperm[5];
static u64 dfs(const u64*in,int k,int p);
static u64 endgame(u64*in){ /* stock empty, not closed */
  nodes++;S(lvl[13]++;)
  u64 X=closure(in);
  u64 u=in[0]|in[1]|in[2]|in[3];
  if(!(u&~ACES))return WIN;
  if(!(X>>56)){u64 V=top(in[0])|top(in[1])|top(in[2])|top(in[3]);if(!(V&~ACES))X|=u|FL(0)|FL(1)|FL(2)|FL(3);return X;}
  /* columns are interchangeable and the tops differ in suit: put each at its suit */
  u64 c[4]={0,0,0,0},tp[4]={0,0,0,0},se[4]={0,0,0,0};int sp[4];u64 h=0,Y=0;unsigned shown=0;
  for(int i=0;i<4;i++){u64 m=in[i];sp[i]=0;if(!m)continue;int z=clz(m),s=sc[z];sp[i]=s;c[s]=m;tp[s]=0x8000000000000000ull>>z;shown|=1u<<s;m^=tp[s];if(m)se[s]=top(m);else Y|=FL(s);h|=tp[s]|se[s];}
  int e=4-__builtin_popcount(shown);int d=__builtin_ctz(~shown);
  for(int s=0;s<4;s++)if(!c[s])Y|=FL(s);
#if ENDL
  v4 v=pack(c,13|gen<<8);uint32_t ix=hidx(h);u64 r=lookup(ix,v);if(r){Y=r;goto out;}
#endif
  for(int j=0;j<4;j++)if(se[j]){
    if(e==1&&!(shown>>sc[clz(se[j])]&1)&&!(se[j]&ACES)){Y|=se[j];continue;} /* fills the last gap and shows the fourth suit: dead */
    u64 y[4]={c[0],c[1],c[2],c[3]};y[j]^=tp[j];y[d]=tp[j];u64 q=endgame(y);if(q==WIN)return WIN;Y|=q;}
  Y|=h;
#if ENDL
  insert(ix,v,Y);
out:
#endif
  X|=Y&CARDS;
  for(int i=0;i<4;i++)if(in[i])X|=(Y>>(56+sp[i])&1)<<(56+i);
  return X;
}
static inline u64 deal(const u64*c,int k){
  u64 y[4];
#if LF
  if(k+4==NC&&LOK){u64 t[4],E=0;int em=0;for(int i=0;i<4;i++){t[i]=c[i]?top(c[i]):0;em|=LKm[i]&&!c[i];E|=t[i]&LKm[i];}
    if(!em&&!(E&LSURV)){ /* E must be of distinct suits */
      int n=0;unsigned q=0;for(int i=0;i<4;i++)if(LKm[i]){n++;q|=1u<<sc[clz(t[i])];}
      if(__builtin_popcount(q)==n)return E;}}
#endif
  u64 X=dealrow(c,y,&R[k>>2]);
  u64 q=k+4==NC?endgame(y):dfs(y,k+4,0);
  if(q==WIN)return WIN;
  X|=q;
  return X;
}
static u64 dfs(const u64*in,int k,int p){
  u64 c[4]={in[0],in[1],in[2],in[3]};u64 X;
  nodes++;S(lvl[k>>2]++;)
  X=closure(c);
  int gap=!(c[0]&&c[1]&&c[2]&&c[3]);
  u64 h=0,q;
  if(!gap){
    if(!LONE||!(p&(p-1))){
      if(k+4*CHL>=NC){q=deal(c,k);return q==WIN?WIN:X|q;}
      h=top(c[0])|top(c[1])|top(c[2])|top(c[3]);
      v4 v=pack(c,(u64)(k>>2)|gen<<8);uint32_t ix=hidx(h^(u64)k<<56);
      u64 r=lookup(ix,v);if(r)return X|r;
      q=deal(c,k);if(q==WIN)return WIN;X|=q;
      insert(ix,v,X);return X;
    }
  }else{
    if(!NOACE&&!NOCOLL)for(int i=0;i<4;i++){u64 m=c[i];if(m){int z=clz(m);if(__builtin_expect((hi[z]&ACES&m)!=0,0)){u64 r=m^top(m);X|=top(r);if(top(r)&hi[z])c[i]=r;}}}
    if(LONE){p=0;for(int i=0;i<4;i++)if(single(c[i]))p|=1<<i;}
  }
  if(LONE&&(p&(p-1))){
    int pos[4],n=0;u64 v[4];for(int i=0;i<4;i++)if(p>>i&1){pos[n]=i;v[n++]=c[i];}
    for(int i=0;i<n-1;i++)for(int j=i+1;j<n;j++)if(v[j]<v[i]){u64 t=v[i];v[i]=v[j];v[j]=t;}
    for(int i=0;i<n;i++)c[pos[i]]=v[i];
  }
  u64 tp[4],se[4];
  for(int i=0;i<4;i++){u64 m=c[i];if(!m){tp[i]=se[i]=0;continue;}tp[i]=top(m);m^=tp[i];se[i]=(m&&gap)?top(m):0;h|=tp[i]|se[i];}
  v4 v=pack(c,(u64)(k>>2)|(u64)((LONE&&!gap)?p:0)<<4|gen<<8);uint32_t ix=hidx(h^(u64)k<<56);
  u64 r=lookup(ix,v);if(r)return X|r;
  if(gap){for(int i=0;i<4;i++)if(single(c[i]))X|=FL(i);}else for(int i=0;i<4;i++)X|=(u64)(p>>i&1)<<(56+i);
#if !DEALFIRST
  if(gap){
    for(int d=0;d<4;d++)if(!c[d]){
      for(int j=0;j<4;j++)if(se[j]){
        u64 y[4]={c[0],c[1],c[2],c[3]};y[j]^=tp[j];y[d]=tp[j];
        q=dfs(y,k,p|1<<d);if(q==WIN)return WIN;X|=q;}
      if(LONE)break;
    }
  }
#endif
  if(!LONE||!(p&(p-1))){q=deal(c,k);if(q==WIN)return WIN;X|=q;}
  else{
    int pos[4],n=0,ne=0;u64 w[4];for(int i=0;i<4;i++)if(p>>i&1){pos[n]=i;ne+=!c[i];w[n++]=c[i];}
    for(int t=0;t<nperm[n];t++){int*pp=perms[n][t];int ok=1;for(int i=0;i+1<ne;i++)if(pp[i]>pp[i+1])ok=0;if(!ok)continue;
      u64 y[4]={c[0],c[1],c[2],c[3]};for(int i=0;i<n;i++)y[pos[pp[i]]]=w[i];
      q=deal(y,k);if(q==WIN)return WIN;X|=q;}
  }
#if DEALFIRST
  if(gap){
    for(int d=0;d<4;d++)if(!c[d]){
      for(int j=0;j<4;j++)if(se[j]){
        u64 y[4]={c[0],c[1],c[2],c[3]};y[j]^=tp[j];y[d]=tp[j];
        q=dfs(y,k,p|1<<d);if(q==WIN)return WIN;X|=q;}
      if(LONE)break;
    }
  }
#endif
  X|=tp[0]|tp[1]|tp[2]|tp[3];
  insert(ix,v,X);
  return X;
}
static double now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec+t.tv_nsec*1e-9;}
static int cmpu(const void*a,const void*b){u64 x=*(u64*)a,y=*(u64*)b;return x<y?-1:x>y;}
int main(int ac,char**av){
  for(int n=0;n<5;n++){int c=0;int tot=1;for(int i=0;i<n;i++)tot*=n;for(int t=0;t<tot;t++){int tt=t,um=0,ok=1,id[4];for(int i=0;i<n;i++){id[i]=tt%n;tt/=n;if(um>>id[i]&1)ok=0;um|=1<<id[i];}if(ok){for(int i=0;i<n;i++)perms[n][c][i]=id[i];c++;}}nperm[n]=c;}
  T=aligned_alloc(64,sizeof(v4)*WAYS<<HB);memset(T,255,sizeof(v4)*WAYS<<HB);
  static char line[1024];double tt=0,mx=0;u64 n=0,w=0,tot=0;static u64 cnt[2000000];static u64 cw;
  while(fgets(line,sizeof line,stdin)){
    int suit[52],rnk[52];
    NC=0;for(char*t=strtok(line," \n");t;t=strtok(0," \n")){rnk[NC]=strchr("23456789TJQKA",t[0])-"23456789TJQKA";suit[NC]=strchr("CDHS",t[1])-"CDHS";NC++;}
    double t0=now();
    gen=(gen+1)&0xffffffff;nodes=0;

    ACES=0;memset(hi,0,sizeof hi);memset(sc,8,sizeof sc);
    u64 byr[4][13]={{0}},HI[52],all[4]={0};for(int i=0;i<NC;i++){byr[suit[i]][rnk[i]]=BIT(i);all[suit[i]]|=BIT(i);}
    for(int s=0;s<4;s++){u64 acc=0;for(int r=12;r>=0;r--){u64 b=byr[s][r];if(b){int z=clz(b);hi[z]=acc;HI[62-z]=acc;sc[z]=s;if(r==12)ACES|=b;acc|=b;}}}
    for(int i=0;i<NC;i++){u64 b=BIT(i);int a=(b&ACES)!=0;R[i>>2].b[i&3]=b;R[i>>2].hi[i&3]=HI[i];R[i>>2].lo[i&3]=all[suit[i]]&~HI[i]&~b;R[i>>2].ace[i&3]=a?all[suit[i]]:all[suit[i]]&ACES;}
    for(int i=0;i<NC;i+=4){unsigned m=0;for(int j=0;j<4;j++)m|=1u<<suit[i+j];R[i>>2].four=m==15;}
#if STATIC1
    for(int i=0;i<NC;i+=4)for(int j=0;j<4;j++){struct row*r=&R[i>>2];if(HI[i+j]&(BIT(i)|BIT(i+1)|BIT(i+2)|BIT(i+3)))r->b[j]=r->hi[j]=r->lo[j]=r->ace[j]=0;}
#endif
    LSURV=0;LOK=0;for(int j=0;j<4;j++){int i=NC-4+j;int kill=(HI[i]&(BIT(NC-4)|BIT(NC-3)|BIT(NC-2)|BIT(NC-1)))!=0;LKm[j]=kill?~0ull:0;if(!kill){LSURV|=all[suit[i]];if(!(BIT(i)&ACES))LOK=1;}}
    unsigned ls=0;for(int i=NC-4;i<NC;i++)ls|=1u<<suit[i];
    u64 q;if(ls==15&&NC>4)q=0;else{u64 x[4]={BIT(0),BIT(1),BIT(2),BIT(3)};q=NC==4?endgame(x):dfs(x,4,0);}
    int v=q==WIN;
    double el=now()-t0;tt+=el;if(el>mx)mx=el;
    cnt[n++]=nodes;tot+=nodes;w+=v;if(v)cw+=nodes;
    if(ac<2)puts(v?"solvable":"unsolvable");
  }
  qsort(cnt,n,8,cmpu);
  fprintf(stderr,"n=%lu solv=%lu mean_us=%.2f max_ms=%.3f pos: mean=%.1f median=%lu p90=%lu p99=%lu max=%lu win_mean=%.1f ns/pos=%.1f\n",n,w,tt/n*1e6,mx*1e3,(double)tot/n,cnt[n/2],cnt[n*9/10],cnt[n*99/100],cnt[n-1],(double)cw/w,tt/tot*1e9);
#ifdef STAT
  fprintf(stderr,"looks %.3f hits %.3f ins %.3f |",(double)looks/tot,(double)hits/looks,(double)ins/tot);
  for(int i=1;i<14;i++)fprintf(stderr," %.1f",100.0*lvl[i]/tot);fprintf(stderr,"\n");
#endif
}
